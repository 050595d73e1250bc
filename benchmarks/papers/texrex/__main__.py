from benchmarks.papers.texrex.reproduce import main

main()
