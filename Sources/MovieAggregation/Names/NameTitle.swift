import MovieDomain

/// The titles that words of a name are.
struct NameTitle {
    private(set) var title = ""
    /// The title in another script, and titles in brackets or after `aka`.
    private(set) var others: [String] = []
    private(set) var dropped: [String] = []

    init(_ words: some Collection<NameWord>) {
        var titles: [[NameWord]] = [[]]
        var inBrackets: [String] = []
        for (place, word) in words.enumerated() {
            if let content = word.content, place > 0 || words.count > 1 && word.bracket != "(" {
                if let title = content.title { inBrackets.append(title) } else { dropped.append(word.text) }
            } else if place > 0, NameWords.titleDividers.contains(word.plain) {
                titles.append([])
            } else {
                titles[titles.count - 1].append(word)
            }
        }
        if let glued = Self.glued(words) {
            title = glued
            return
        }
        let texts = titles.map(Self.text) + inBrackets.map { Self.text(of: NameWord.words(of: $0)) }
        let whole = texts.filter { !$0.isEmpty }
        guard let first = whole.first else { return }
        let scripts = Self.scripts(of: first)
        title = scripts.first ?? first
        others = Array(scripts.dropFirst()) + whole.dropFirst()
        if scripts.count > 1 { others.append(first) }
        if !inBrackets.isEmpty, titles.count == 1 { others.append(whole.joined(separator: " ")) }
    }

    /// The title with its brackets, if nothing outside of them is a title: `[LAMP]²`.
    private static func glued(_ words: some Collection<NameWord>) -> String? {
        let outside = words.filter { !$0.isBracketed }
        guard !outside.isEmpty, outside.count < words.count, !outside.contains(where: \.saysSomething) else {
            return nil
        }
        let texts = words.map { word in
            word.bracket.map { "\($0)\(word.text)\(NameWord.brackets[$0] ?? $0)" } ?? word.text
        }
        return texts.joined()
    }

    /// Returns words as a title: initials together, and an article at the end of it first.
    static func text(of words: [NameWord]) -> String {
        var texts: [String] = []
        var initials = 0
        for word in words {
            let letters = word.text.hasSuffix(".") ? word.text.dropLast() : word.text[...]
            let isInitial = letters.count == 1 && letters.first?.isUppercase == true
            if isInitial, word.followsStop, initials > 0, let last = texts.popLast() {
                texts.append((initials == 1 ? last + "." : last) + letters + ".")
            } else {
                texts.append(word.text)
            }
            initials = isInitial ? initials + 1 : 0
        }
        // No title ends with this article: `Keepers.The.2010`.
        if texts.count > 2, let last = texts.last, last.lowercased() == "the", texts[0].lowercased() != "the" {
            texts.removeLast()
            texts.insert(last, at: 0)
        }
        let title = texts.joined(separator: " ").trimmingPunctuation
        guard let comma = title.lastIndex(of: ","), comma > title.startIndex else { return title }
        let article = title[title.index(after: comma)...].trimmed
        guard articles.contains(article.lowercased()) else { return title }
        return article.hasSuffix("'") ? String(article + title[..<comma]) : "\(article) \(title[..<comma])"
    }

    private static let articles: Set<String> = [
        "the", "a", "an", "la", "le", "les", "l'", "el", "los", "las", "il", "lo", "gli", "der", "die", "das", "de",
        "het",
        "o", "os", "un", "une", "una", "ein", "eine",
    ]

    /// Splits a title that is given in another script and in Latin letters, the one in Latin letters last.
    private static func scripts(of title: String) -> [String] {
        let words = title.split(separator: " ").map(String.init)
        let isForeign = words.map(\.isForeign)
        guard let first = isForeign.first, let last = isForeign.last, first != last else { return [title] }
        // Numbers belong to what is before them: `범죄도시 4 The Roundup`.
        let isNumber = { (word: String) in word.allSatisfy { !$0.isLetter } }
        guard let change = words.indices.first(where: { isForeign[$0] != first && !isNumber(words[$0]) }),
            words[change...].enumerated().allSatisfy({ isForeign[change + $0] == last || isNumber($1) })
        else { return [title] }
        let front = words[..<change].joined(separator: " ").trimmingPunctuation
        let back = words[change...].joined(separator: " ")
        let latin = first ? back : front
        let start = latin.lowercased().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        guard !NameWords.partNouns.contains(String(start)),
            latin.split(separator: " ").contains(where: { $0.count(where: \.isLetter) > 2 })
        else {
            return [title]
        }
        return first ? [front, back] : [back, front]
    }
}

extension String {
    /// Whether it has a letter of another script than the Latin one; `ⅱ` is none.
    var isForeign: Bool {
        !utf8.allSatisfy { $0 < 0x80 }
            && unicodeScalars.contains {
                $0.value >= 0x370 && !(0x1E00...0x1EFF).contains($0.value) && !(0x2000...0x2C7F).contains($0.value)
                    && $0.properties.isAlphabetic
            }
    }
}
