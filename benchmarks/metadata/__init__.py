"""Scores of title, author, date and more on gold sets with metadata."""
