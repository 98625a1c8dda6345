import MovieAggregation
import MovieDomain
import Platform

// What is said below an answer: how the query was read, how to go on, and what the sources did.
extension AnswerOutline {
    /// The title and the year that a query was read as.
    mutating func add(reading: QueryReading?, for reader: Reader) {
        guard let reading, let query = reading.query else { return }
        let text = "\(query) (\(reading.year.map(String.init) ?? ""))"
        add(footer: reader.isPerson ? "searched for \(text)" : "\(reader.words(.searched)): \(text)")
    }

    /// The films that a filter could not judge.
    mutating func add(_ lacking: LackingFields, for reader: Reader) {
        let counts = LibraryQuery.Field.allCases.compactMap { field in
            lacking.counts[field].flatMap { $0 > 0 ? (field: field, count: $0) : nil }
        }
        guard !counts.isEmpty else { return }
        if reader.isPerson {
            let parts = counts.map { "\($0.count) without \($0.field.inWords)" }
            add(footer: [.line("left out: \(parts.joined(separator: ", "))", .minor)])
        } else {
            let parts = counts.map { "\($0.count) \(reader.words(.without)) \($0.field.rawValue)" }
            add(footer: "\(reader.words(.leftOut)): \(parts.joined(separator: ", "))")
        }
    }

    /// Which page this is, and how to get the next one.
    mutating func add(_ page: Page, seed: Int? = nil, for reader: Reader) {
        add(footer: reader.isPerson ? page.lineForPerson(seed, reader) : page.lineForAssistant(reader.words))
    }

    /// What became of each source that could answer.
    mutating func add(
        outcomeOf sources: [ProviderReport],
        for reader: Reader,
        parts: [PartReport] = [],
        withRemarks: Bool = true
    ) {
        if reader.isPerson {
            let lacking = parts.filter { $0.status != .ok }.map { "\($0.part.rawValue) \($0.status.rawValue)" }
            let line = lacking.isEmpty ? [] : [Block.line("parts: \(lacking.joined(separator: ", "))", .minor)]
            add(footer: line + sources.lines)
        } else {
            let remarks = withRemarks ? sources.remarks(reader.words) : nil
            for line in [sources.sentence(for: reader), remarks] { add(footer: line) }
        }
    }
}

extension Reader {
    /// What an empty list means: a source may not have answered, or the list has other pages.
    func none(_ text: String, _ sources: [ProviderReport] = [], _ page: Page? = nil) -> String {
        guard !isPerson else {
            return sources.unanswered ?? page.flatMap { $0.page > 1 ? "nothing on page \($0.page)" : nil } ?? text
        }
        let isWhole = sources.problems.isEmpty
        // If more follow, or other pages come before, something may have been found there.
        if let page, page.page > 1 || page.hasMore == true {
            return words(isWhole ? .emptyPage : .emptyPageElsewhere)
        }
        return words(isWhole ? .nothing : .nothingElsewhere) + (emptyHint.isEmpty ? "" : " " + emptyHint)
    }
}

extension LibraryQuery.Field {
    fileprivate var inWords: String {
        switch self {
        case .genre: "a known genre"
        case .year: "a known year"
        case .runtime: "a known running time"
        case .stars: "your stars"
        }
    }
}

extension Page {
    fileprivate func lineForPerson(_ seed: Int?, _ reader: Reader) -> String? {
        // There is nothing but this page.
        if page == 1, next == nil, totalItems ?? 0 == 0 { return nil }
        let inAll = totalItems.map { ", \($0) in all" } ?? ""
        let shuffled = seed.map { ", shuffled with the seed \($0)" } ?? ""
        guard let next else { return "page \(page)\(inAll)\(shuffled)" }
        let (name, value) = next.number.map { ("page", String($0)) } ?? ("cursor", next.text)
        let option = reader.hasOptions ? "--\(name) \(value)" : "\(name)=\(value)"
        let what = isIncomplete ? "what follows, or was missing" : hasMore == true ? "more" : "what may follow"
        return "page \(page)\(inAll)\(shuffled); \(option) shows \(what)"
    }

    fileprivate func lineForAssistant(_ words: Wording) -> String? {
        let parts = [
            totalItems.map { "\(words(.inAll)) \($0.grouped)" },
            next.map { "\(words(hasMore == true ? .more : .perhapsMore)): cursor \($0.text)" },
        ]
        .compactMap(\.self)
        // A list of one page needs no line; the last of several pages has the total.
        guard next != nil || page > 1 && !parts.isEmpty else { return nil }
        return (["\(words(.page)) \(page)"] + parts).joined(separator: ", ")
    }
}

extension [ProviderReport] {
    /// What an empty list means if a source has not answered; `nil` if all have.
    var unanswered: String? {
        let failed = filter(\.isFailed)
        guard !failed.isEmpty else { return nil }
        let others = contains { [.ok, .empty, .stale].contains($0.status) } ? "; the others have none" : ""
        return "no answer from \(failed.map(\.provider.rawValue).joined(separator: ", "))\(others)"
    }

    /// Why it is not known where a film is to be found.
    var whyUnknown: String { "unknown: " + (unanswered ?? "no source knows the film") }

    /// The status of each source that could answer, and what else a person should know, one line each.
    fileprivate var lines: [AnswerOutline.Block] {
        let problems = problems
        return filter { $0.status != .unsupported }.map { .line($0.line(withFailure: problems.isEmpty), $0.emphasis) }
            + problems.map { .line($0, .doubtful) }
    }

    /// The sources that answered, and what an assistant should know of the others.
    fileprivate func sentence(for reader: Reader) -> String? {
        let words = reader.words
        let answered = filter { [.ok, .empty, .stale].contains($0.status) || $0.items ?? 0 > 0 }.map { report in
            let age = report.freshness?.ageSeconds.map { ", \($0) s" } ?? ""
            let old = report.status == .stale ? " (\(words(.stale))\(age))" : ""
            return report.provider.rawValue + old + (report.attribution.map { " [\($0)]" } ?? "")
        }
        let disabled = filter { $0.status == .disabled }.map { "\($0.provider) (\($0.failure?.message ?? ""))" }
        let problems = problems.joined(separator: " ")
        let parts = [
            answered.isEmpty ? nil : "\(words(.sources)): \(answered.joined(separator: ", ")).",
            disabled.isEmpty ? nil : "\(words(.notAsked)): \(disabled.joined(separator: "; ")).",
            problems.isEmpty ? nil : "\(words(.problems)): \(reader.named(problems))",
        ]
        .compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// What the answers of the sources lack.
    fileprivate func remarks(_ words: Wording) -> String? {
        let remarks = filter { !$0.remarks.isEmpty }
            .map { "\($0.provider): \($0.remarks.joined(separator: ", "))" }
        return remarks.isEmpty ? nil : "\(words(.remarks)): \(remarks.joined(separator: "; "))"
    }
}

extension ProviderReport {
    /// The source with its status and its number of films, and what it says: `kofic: ok (10)`.
    fileprivate func line(withFailure: Bool) -> String {
        let items = items.map { " (\($0))" } ?? ""
        let age = status == .stale ? freshness?.ageSeconds.map { ", \(Self.age($0)) old" } ?? "" : ""
        let page = isAsked ? failure?.page.map { "page \($0): " } ?? "" : ""
        let isShown = isAsked ? withFailure && status != .empty : true
        let reason = isShown ? failure.map { page + $0.message } : nil
        let notes = [reason].compactMap(\.self) + remarks + [attribution].compactMap(\.self)
        let text = "\(provider): \(status.rawValue)\(items)\(age)"
        return notes.isEmpty ? text : text + ": " + notes.joined(separator: "; ")
    }

    fileprivate var emphasis: AnswerOutline.Emphasis {
        switch status {
        case .ok: .good
        case .stale: .doubtful
        case .empty, .disabled: .minor
        default: .bad
        }
    }
}

// MARK: - The sources themselves

extension ProvidersResult: Outlined {
    package func outline(for reader: Reader) -> AnswerOutline {
        var table = TableWriter(providers, for: reader)
        table.id { $0.id.rawValue }
        table.text("Title", .optional) { $0.title }
        table.text("Status") { profile in
            profile.availability == .available
                ? "available" : "disabled" + (profile.availability.reason.map { ": \($0)" } ?? "")
        }
        table.text("Can") { profile in
            Capability.allCases.filter(profile.capabilities.contains).map(\.rawValue).joined(separator: " ")
        }
        var outline = AnswerOutline()
        outline.add(table.table())
        return outline
    }
}

extension ProviderStatusResult: Outlined {
    package func outline(for reader: Reader) -> AnswerOutline {
        var outline = AnswerOutline()
        outline.add(reader.isPerson ? table(for: reader) : shortTable(for: reader))
        let notes = [
            providers.contains { $0.week?.requests.sent ?? 0 > 0 }
                ? "Sent, Failed, and From cache count the last seven days." : nil,
            providers.contains { $0.leftOut > 0 }
                ? "Rows and values that could not be read are left out; marquee providers --format json names them."
                : nil,
        ]
        .compactMap(\.self)
        if reader.isPerson, !notes.isEmpty { outline.add([.line(notes.joined(separator: " "), .minor)]) }
        return outline
    }

    private func table(for reader: Reader) -> AnswerOutline.Table {
        var table = TableWriter(providers, for: reader)
        table.id { $0.provider.rawValue }
        table.text("Status") { $0.status.rawValue }
        table.number("Quota left", .optional) { $0.quota.map { "\($0.left) of \($0.limit)" } ?? "" }
        table.number("Sent") { "\($0.counts.requests.sent)" }
        table.number("Failed") { "\($0.counts.requests.failed)" }
        table.number("p50 ms", .optional) { $0.latency.map { "\($0.p50Milliseconds)" } ?? "" }
        table.number("p99 ms", .optional) { $0.latency.map { "\($0.p99Milliseconds)" } ?? "" }
        table.number("From cache", .optional) { health in
            health.counts.cache.hitRate.map { "\(Int(($0 * 100).rounded())) %" } ?? ""
        }
        table.number("Left out", .optional) { $0.leftOut > 0 ? "\($0.leftOut)" : "" }
        // The rest is worth nothing without it, so it is the last to be cut.
        table.id("Why") { $0.why }
        return table.table()
    }

    /// The state of each source, why it is not well, and what is left of its quota.
    private func shortTable(for reader: Reader) -> AnswerOutline.Table {
        let heads = reader.words
        var table = TableWriter(providers, for: reader)
        table.text(heads(.source)) { $0.provider.rawValue }
        table.text(heads(.state)) { $0.status.rawValue + ($0.retryAfterSeconds.map { " (\($0) s)" } ?? "") }
        table.text(heads(.why)) { $0.reason ?? ($0.status == .ok ? "" : $0.lastFailure?.message ?? "") }
        table.number(heads(.left)) { $0.quota.map { "\($0.left.grouped)/\($0.limit.grouped)" } ?? "" }
        return table.table(none: reader.none(""))
    }
}

extension ProviderHealth {
    /// The counts of all processes if there are any, because this process has usually just begun.
    fileprivate var counts: ProviderCounts {
        if let week { return week }
        var counts = ProviderCounts()
        (counts.requests, counts.cache, counts.mapping) = (requests, cache, mapping)
        return counts
    }

    /// The number of rows and values that could not be read.
    fileprivate var leftOut: Int { counts.mapping.droppedRows + counts.mapping.failures.reduce(0) { $0 + $1.count } }

    /// Why a source is in its state; of one that is failing, since when, and its last failure.
    fileprivate var why: String {
        guard let reason else { return lastFailure?.message ?? "" }
        guard let failure = lastFailure?.message, [.failing, .down, .recovering].contains(status) else { return reason }
        let words = reason.split(scalar: " ")
        let since = words.lastIndex { $0 == "since" }.map { words[$0...].joined(separator: " ") }
        return "\(since ?? reason): \(failure)"
    }
}

extension ShownImage: Outlined {
    /// One line for an assistant, which also gets the picture; a person gets the data.
    package func outline(for reader: Reader) -> AnswerOutline {
        var outline = AnswerOutline()
        if !reader.isPerson {
            let image = result.image
            let size = "\(image.width)×\(image.height)"
            outline.add([.line("\(reader.words(.image)): \(size), \(image.provider), \(image.url)", .plain)])
        }
        outline.add(outcomeOf: result.sources, for: reader)
        return outline
    }
}
