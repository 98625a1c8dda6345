import MovieDomain
import Testing

@Suite("The nearest known word")
struct NearestWordTests {
    @Test(
        "A slip of the finger is near, another word is not",
        arguments: [
            ("timeuot", "timeout"), ("titel", "title"), ("Title", "title"), ("rowss", "rows"), ("banana", nil),
        ] as [(String, String?)]
    )
    func nearest(_ word: String, _ expected: String?) {
        #expect(NearestName.nearest(to: word, among: ["timeout", "title", "rows", "item"]) == expected)
    }
}
