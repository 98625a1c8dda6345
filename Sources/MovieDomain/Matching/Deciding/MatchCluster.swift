/// Records that were taken for one film, and why.
package struct MatchCluster: Hashable, Sendable {
    /// Positions in the matcher's input, ascending.
    package var members: [Int]
    /// Why; `nil` for a record that stands alone for want of anything like it.
    package var explanation: MatchExplanation?
    /// Positions of records that were as good a match as another, so that the matcher abstained.
    package var rivals: [Int]

    package init(members: [Int], explanation: MatchExplanation? = nil, rivals: [Int] = []) {
        self.members = members
        self.explanation = explanation
        self.rivals = rivals
    }

    /// Whether a match was left out because another was as good.
    package var isAmbiguous: Bool { !rivals.isEmpty }
}
