/// libyaml's errors in words that tell the user what to do.
extension YAMLError {
    /// Translates an error of libyaml.
    ///
    /// `openBrackets` are the positions of each [ and { that was still open when it stopped.
    init(_ error: LoaderError, in text: SourceText, openBrackets: [YAMLPosition]) {
        guard !error.isOutOfMemory else {
            self = .outOfMemory(at: error.position)
            return
        }
        if let unfinished = Self.unfinished(error) {
            self = unfinished
            return
        }
        let character = text.character(at: error.position)
        if character == nil, let bracket = openBrackets.last, let opening = text.character(at: bracket) {
            self.init(.syntax, at: bracket, "the \(opening) that opens here is never closed")
            return
        }
        let advice =
            Self.adviceOnColons(error, in: text) ?? Self.advice(for: error.problem, character) ?? error.problem
        self.init(.syntax, at: error.position, advice + (Self.surrounding(error).map { " (\($0))" } ?? ""))
    }

    /// Returns the error for a construct that is open until the file ends, at the position where it opens.
    private static func unfinished(_ error: LoaderError) -> YAMLError? {
        guard let context = error.context, let start = error.contextPosition else { return nil }
        let message: String
        switch (context, error.problem) {
        case ("while scanning a quoted scalar", "found unexpected end of stream"):
            message = "the quotes that open here are never closed"
        case ("while scanning a quoted scalar", "found unexpected document indicator"):
            message = "the quotes that open here are not closed before line \(error.position.line), which is --- or ..."
        case ("while scanning a simple key", "could not find expected ':'"):
            message =
                "this line is neither a key (\"name: \") nor a list item (\"- \"); "
                + "a text over several lines needs | or quotes"
        default: return nil
        }
        return YAMLError(.syntax, at: start, message)
    }

    /// Returns a phrase that says where the construct around the problem begins.
    private static func surrounding(_ error: LoaderError) -> String? {
        guard let context = error.context, let start = error.contextPosition else { return nil }
        let thing: String? =
            switch context {
            case "while parsing a block mapping": "the map"
            case "while parsing a block collection": "the list"
            case "while parsing a flow mapping": "the {"
            case "while parsing a flow sequence": "the ["
            case "while scanning a quoted scalar": "the quoted text"
            case "while scanning a block scalar": "the block of text"
            default: nil
            }
        return thing.map { "\($0) begins at \(start)" }
    }

    /// Explains a misplaced colon: a key belongs to no map if the line above is a text, and a second key on a line is
    /// text.
    private static func adviceOnColons(_ error: LoaderError, in text: SourceText) -> String? {
        guard error.problem == "mapping values are not allowed in this context" else { return nil }
        if text.line(before: error.position).contains(": ") {
            return "expected one \":\" on this line, found another: a text that contains \": \" needs quotes"
        }
        return "expected no key here, because the line above is not finished: "
            + "either its \": \" is missing, or it has a value already and this line is indented too far"
    }

    private static func advice(for problem: String, _ character: Unicode.Scalar?) -> String? {
        switch problem {
        case "found character that cannot start any token":
            character == "\t" ? tabs : "a text cannot begin with \(shown(character)); put it in quotes"
        case "found a tab character that violates indentation",
            "found a tab character where an indentation space is expected":
            tabs
        case "mapping keys are not allowed in this context": "a key cannot begin here; begin it on a new line"
        case "block sequence entries are not allowed in this context":
            "a list item cannot begin here: put \"- \" on a new line, or in quotes if it is meant as text"
        case "did not find expected key":
            "\(shown(character)) is not where a key of this map belongs: check the indentation and the quotes"
        case "did not find expected '-' indicator":
            "\(shown(character)) is not where an item of this list belongs: check the indentation and the \"- \""
        case "did not find expected ',' or ']'":
            "expected , or ] but found \(shown(character)); a text that contains , [ ] { } needs quotes here"
        case "did not find expected ',' or '}'":
            "expected , or } but found \(shown(character)); a text that contains , [ ] { } needs quotes here"
        case "did not find expected node content":
            "a value is missing before \(shown(character))"
                + (character == nil ? "" : "; a text that begins with it needs quotes")
        case "found unexpected end of stream": "the file ends too early"
        default: adviceOnScalars(problem, character) ?? adviceOnMarkers(problem)
        }
    }

    private static func adviceOnScalars(_ problem: String, _ character: Unicode.Scalar?) -> String? {
        switch problem {
        case "found unknown escape character":
            "this escape is unknown: inside double quotes write \\\\ for a backslash, or use single quotes"
        case "did not find expected hexdecimal number":
            "an escape needs its hexadecimal digits: 2 after \\x, 4 after \\u, 8 after \\U"
        case "found invalid Unicode character escape code": "this escape is not a Unicode character"
        case "found an indentation indicator equal to 0": "the indentation after | or > is a digit from 1 to 9"
        case "did not find expected comment or line break":
            "\(shown(character)) cannot follow here: only a comment may, after a space"
        case "found unexpected ':'": "unexpected \":\"; put the text in quotes"
        default: nil
        }
    }

    private static func adviceOnMarkers(_ problem: String) -> String? {
        switch problem {
        case "did not find expected alphabetic or numeric character":
            "the name after & or * has letters, digits, - and _; a text that begins with & or * needs quotes"
        case "did not find expected tag URI", "did not find expected '!'", "did not find the expected '>'",
            "did not find URI escaped octet", "found an incorrect leading UTF-8 octet",
            "found an incorrect trailing UTF-8 octet", "did not find expected whitespace or line break",
            "found undefined tag handle":
            "this is not a valid tag; a text that begins with ! needs quotes"
        case "did not find expected <document start>":
            "the document has ended before this line: check the indentation, or put the text above in quotes"
        case "could not find expected directive name", "found unexpected non-alphabetical character",
            "found unknown directive name", "found extremely long version number",
            "did not find expected digit or '.' character", "did not find expected version number",
            "did not find expected whitespace", "found duplicate %YAML directive", "found duplicate %TAG directive":
            "this is not a valid directive; a text that begins with % needs quotes"
        case "found incompatible YAML document": "only YAML 1.1 and 1.2 are known"
        default: nil
        }
    }

    private static let tabs = "a tab cannot indent; use spaces"

    /// Returns a character as messages show it.
    private static func shown(_ character: Unicode.Scalar?) -> String {
        switch character {
        case nil: "the end of the file"
        case "\n", "\r": "the end of the line"
        case "\t": "a tab"
        case " ": "a space"
        case let character?: "\"\(character)\""
        }
    }
}
