extension Array where Element: Sendable {
    /// Works on the elements in order, at most `count` at the same time, and takes each result, with the index of its
    /// element, as it comes.
    func work<Result: Sendable>(
        atMost count: Int,
        _ work: @escaping @Sendable (Element) async -> Result,
        taking take: (Int, Result) -> Void
    ) async {
        await withTaskGroup(of: (Int, Result).self) { group in
            var waiting = enumerated().makeIterator()
            func startNext() {
                guard let (index, element) = waiting.next() else { return }
                group.addTask { (index, await work(element)) }
            }
            for _ in 0..<count { startNext() }
            for await (index, result) in group {
                take(index, result)
                startNext()
            }
        }
    }
}
