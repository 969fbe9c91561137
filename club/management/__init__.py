"""The commands of the people of the club."""
