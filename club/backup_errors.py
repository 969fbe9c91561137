"""What can go wrong with backups."""


class NoBackup(Exception):
    """A backup could not be made or put back; the message is a sentence for whoever runs the club."""
