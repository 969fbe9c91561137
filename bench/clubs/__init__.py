"""Clubs that do what a benchmark tells them, each in a process of its own."""
