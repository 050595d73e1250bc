from benchmarks.papers.kimatu.reproduce import main

main()
