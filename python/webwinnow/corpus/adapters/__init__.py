"""Use the stages of a corpus in other frameworks: Arrow, pandas, Ray, Spark, datatrove.

Each page is cleaned by itself. Duplicates and repeated paragraphs stay, since they depend on all
pages.
"""
