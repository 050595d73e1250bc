from benchmarks.papers.victor.reproduce import main

main()
