"""Measured figures, each beside a baseline of the same run; no part of the tests."""
