/// Who may see a film somewhere: `KR`, `15세이상관람가`.
package struct Certification: Hashable, Sendable {
    package var region: String?
    package var label: String

    package init(region: String? = nil, label: String) {
        self.region = region
        self.label = label
    }
}
