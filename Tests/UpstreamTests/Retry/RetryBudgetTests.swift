import Testing
import Upstream

@Suite("Repetitions are held to a share of the calls")
struct RetryBudgetTests {
    @Test(
        "of N calls that all want to be repeated, N / 5 + 3 are",
        arguments: [(0, 3), (1, 3), (5, 4), (10, 5), (1_000, 203)]
    )
    func storm(_ calls: Int, _ repeated: Int) {
        var budget = RetryBudget()
        var count = 0
        for _ in 0..<calls {
            // What is saved beyond three repetitions is lost, so the purse is emptied first.
            while budget.withdraw() { count += 1 }
            budget.deposit()
        }
        while budget.withdraw() { count += 1 }
        #expect(count == repeated)
    }

    @Test("A long quiet time saves no more than three")
    func quiet() {
        var budget = RetryBudget()
        for _ in 0..<10_000 { budget.deposit() }
        let repeated = (0..<10).count { _ in budget.withdraw() }
        #expect(repeated == 3)
    }
}
