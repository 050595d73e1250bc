"""A local web application: see what methods do to a page, compare them, annotate, train."""
