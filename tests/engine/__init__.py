"""The engine against its worked cases, its rules and itself."""
