"""What the command line adds to `manage.py`."""
