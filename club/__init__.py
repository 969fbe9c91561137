"""The project, and its people: knows nothing of cards."""
