"""`python -m tests.with_django tests.set_up_club`: a club's database and static files, from one process."""

from django.core.management import call_command

if __name__ == "__main__":
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
