import Platform
import Testing

@Suite("Separated values")
struct SeparatedValuesTests {
    private func records(_ text: String) -> [String] {
        var reader = SeparatedValues(Array(text.utf8), separators: Array(",;\t".utf8))
        var records: [String] = []
        while let (line, record) = reader.next() {
            switch record {
            case .success(let values): records.append("\(line): \(values.joined(separator: "|"))")
            case .failure(let problem): records.append("\(line): \(problem.kind) \(problem.line):\(problem.column)")
            }
        }
        return records
    }

    @Test(
        "Records are read with their lines, whatever the separator and the ends of lines",
        arguments: [
            ("a,b\n1,2\n", ["1: a|b", "2: 1|2"]), ("a;b\r\n\r\n1;2,5", ["1: a|b", "3: 1|2,5"]),
            ("\u{FEFF}a\tb\r1\t", ["1: a|b", "2: 1|"]), ("", []), ("\n\n", []),
            (#"a, "b, ""c""" ,d"#, [#"1: a|b, "c"|d"#]), ("\"a\nb\",c\nd", ["1: a\nb|c", "3: d"]),
            ("a,b\n1,\"2\n3,4\n", ["1: a|b", "2: openQuotes 2:3", "3: 3|4"]),
            ("\"a\"b,c\nd,e", ["1: textAfterQuotes 1:4", "2: d|e"]), (" a , b ", ["1:  a | b "]),
        ]
    )
    func records(text: String, expected: [String]) {
        #expect(records(text) == expected)
    }

    @Test("What is written is read again", arguments: [UInt8(ascii: ","), UInt8(ascii: "\t")])
    func written(separator: UInt8) {
        let values = ["a", "", "b,c", "d\te", "f\ng", "say \"h\"", "가"]
        let line = SeparatedValues.line(values, separator: separator)
        var reader = SeparatedValues(Array(line.utf8), separators: [separator])
        guard case .success(let read)? = reader.next()?.record else {
            Issue.record("it is not read")
            return
        }
        #expect(read == values)
    }
}
