"""The studio: a local web application to view, compare, label and train."""
