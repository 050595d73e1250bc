from benchmarks.papers.fiasco.reproduce import main

main()
