extension Schema {
    /// The type in a few words, as a cell of a table shows it.
    var markdownType: String {
        let type =
            switch shape {
            case .reference(let name): MarkdownPage().link(name)
            case .choice(let words): words.map { "`\($0)`" }.joined(separator: ", ")
            case .list(let element): (element.isChoice ? "list out of " : "list of ") + element.markdownType
            case .map(let value): "object of " + value.markdownType
            case .object: "object"
            case .text(let rules): rules.format == "date" ? "date" : "text"
            case .anything, .boolean, .integer, .number, .token: expectation.withoutArticle
            }
        return isNullable ? type + " or null" : type
    }

    private var isChoice: Bool {
        if case .choice = shape { true } else { false }
    }
}

extension String {
    fileprivate var withoutArticle: String {
        for article in ["an ", "a "] where hasPrefix(article) { return String(dropFirst(article.count)) }
        return self
    }
}
