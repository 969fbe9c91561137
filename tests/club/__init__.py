"""The people of the club, and the frame of its pages."""
