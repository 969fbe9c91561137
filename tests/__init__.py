"""Tests: sentences about what the club promises."""
