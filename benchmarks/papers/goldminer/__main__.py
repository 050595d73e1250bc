from benchmarks.papers.goldminer.reproduce import main

main()
