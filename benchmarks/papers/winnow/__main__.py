from benchmarks.papers.winnow.cross_validation import main

main()
