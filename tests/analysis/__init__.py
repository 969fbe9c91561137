"""Tests of what is worked out about boards."""
