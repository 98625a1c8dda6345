import Testing

@testable import MarqueeApp

@Suite("Columns of texts on a terminal")
struct TerminalColumnsTests {
    @Test(
        "A sign takes the columns that terminals give it",
        arguments: [
            ("Lamp", 4), ("", 0), ("기생충", 6), ("\u{1100}\u{1175}", 2), ("é", 1), ("e\u{301}", 1),
            ("⚡", 2), ("⏰", 2), ("☔", 2), ("♈", 2), ("♿", 2), ("⚓", 2), ("⚪", 2), ("✨", 2), ("❌", 2), ("⌚", 2),
            ("❤", 1), ("❤️", 2), ("⚡\u{FE0E}", 1), ("1️⃣", 2), ("🇰🇷", 2), ("👨‍👩‍👧", 2), ("\u{1FAE0}", 2), ("Ａ", 2),
            ("กำ", 2), ("ไทย", 3), ("ที่", 1), ("★½", 2), ("→", 1),
        ]
    )
    func columns(text: String, columns: Int) {
        #expect(text.terminalColumns == columns)
    }
}
