"""The load and chaos kit: scripted players of any club, what they write down, and a check of that by the database."""
