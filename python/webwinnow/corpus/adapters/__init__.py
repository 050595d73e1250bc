"""What a corpus does to each page by itself, for programs that have their own way with many pages.

Duplicates and repeated paragraphs are not looked for: whether a page is one depends on all others.
"""
