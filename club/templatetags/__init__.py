"""What templates can ask of the club."""
