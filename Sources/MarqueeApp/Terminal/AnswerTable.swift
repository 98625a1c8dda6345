import JSON

/// An answer of a method as a table, and below it the status of each source.
struct AnswerTable {
    let answer: JSONElement

    var text: String {
        let parts = [body, pageLine, sourceLines].compactMap(\.self)
        return parts.isEmpty ? indented : parts.joined(separator: "\n\n")
    }

    /// Answers without a table are shown as JSON.
    private var indented: String {
        var writer = JSONWriter(pretty: true)
        writer.value(answer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private var body: String? {
        if let entries = answer["entries"] { return boxOffice(entries) }
        if let movies = answer["movies"] { return films(Array(movies.elements)) }
        if let providers = answer["providers"] { return sources(providers) }
        if let movie = answer["movie"] { return film(movie) }
        return nil
    }

    private func boxOffice(_ entries: JSONElement) -> String {
        var table = TextTable(columns: [
            .right("#"), "±", "Title", "Released", .right("Audience"), .right("Total"), .right("Screens"),
        ])
        for entry in entries.elements {
            table.append([
                grouped(entry["rank"]), change(entry), entry["movie"]?["title"]?.string ?? "",
                entry["movie"]?["releaseDate"]?.string ?? "", grouped(entry["audience"]?["count"]),
                grouped(entry["audience"]?["total"]), grouped(entry["screens"]),
            ])
        }
        return [period, entries.count == 0 ? "no figures" : table.text].compactMap(\.self).joined(separator: "\n\n")
    }

    private var period: String? {
        guard let from = answer["period"]?["from"]?.string, let to = answer["period"]?["to"]?.string else { return nil }
        return from == to ? from : "\(from) to \(to)"
    }

    private func change(_ entry: JSONElement) -> String {
        if entry["isNew"]?.bool == true { return "new" }
        guard let change = entry["rankChange"]?.int, change != 0 else { return "" }
        return change > 0 ? "▲\(change)" : "▼\(-change)"
    }

    private func films(_ movies: [JSONElement]) -> String {
        guard !movies.isEmpty else { return "no such film" }
        var table = TextTable(columns: ["Id", .right("Year"), "Title", "Also", "Sources"])
        for movie in movies {
            let title = movie["title"]?.string ?? ""
            let other = movie["titles"]?.elements.compactMap { $0["text"]?.string }.first { $0 != title }
            table.append([
                movie["id"]?.string ?? "", movie["year"]?.int.map(String.init) ?? "", title, other ?? "",
                providers(of: movie).joined(separator: " "),
            ])
        }
        return table.text
    }

    /// All sources that say something about a film.
    private func providers(of movie: JSONElement) -> [String] {
        let named = movie["provenance"]?.members.flatMap { $0.value.elements.compactMap(\.string) } ?? []
        return Set(named).sorted()
    }

    private func sources(_ providers: JSONElement) -> String {
        if providers.elements.first?["requests"] != nil { return HealthTable(providers: providers).text }
        var table = TextTable(columns: ["Id", "Title", "Status", "Can"])
        for provider in providers.elements {
            let status = provider["status"]?.string ?? ""
            let reason = provider["reason"]?.string.map { ": \($0)" } ?? ""
            let capabilities = provider["capabilities"]?.elements.compactMap(\.string).joined(separator: " ") ?? ""
            table.append([
                provider["id"]?.string ?? "", provider["title"]?.string ?? "", status + reason, capabilities,
            ])
        }
        return table.text
    }

    /// One line per field, with its sources.
    private func film(_ movie: JSONElement) -> String {
        var table = TextTable(columns: ["Field", "Value", "Sources"])
        for (name, value) in movie.members where name != "provenance" && name != "bookmarked" {
            let providers = movie["provenance"]?[name]?.elements.compactMap(\.string).joined(separator: " ") ?? ""
            table.append([name, words(value), providers])
        }
        return table.text
    }

    private func words(_ value: JSONElement) -> String {
        switch value.kind {
        case .array: value.elements.map(words).joined(separator: ", ")
        case .object:
            value["text"]?.string ?? value["name"]?.string ?? value["label"]?.string ?? value["url"]?.string
                ?? value.members.map { "\($0.name) \(words($0.value))" }.joined(separator: " ")
        case .string: value.string ?? ""
        default: value.description
        }
    }

    private var pageLine: String? {
        guard let page = answer["page"], let number = page["page"]?.int else { return nil }
        let inAll = page["totalItems"]?.int.map { ", \($0) in all" } ?? ""
        return "page \(number)\(inAll)\(page["hasMore"]?.bool == true ? ", more follow" : "")"
    }

    private var sourceLines: String? {
        guard let sources = answer["sources"], sources.count > 0 else { return nil }
        return sources.elements.map { source in
            let reason = source["reason"]?.string ?? source["error"]?["message"]?.string
            let items = source["items"]?.int.map { " (\($0))" } ?? ""
            return
                ("\(source["provider"]?.string ?? ""): \(source["status"]?.string ?? "")\(items)"
                + (reason.map { ": \($0)" } ?? "")).printable
        }
        .joined(separator: "\n")
    }

    private func grouped(_ number: JSONElement?) -> String {
        guard let value = number?.int else { return "" }
        let digits = String(value.magnitude)
        var grouped = ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place).isMultiple(of: 3) { grouped.append(",") }
            grouped.append(digit)
        }
        return (value < 0 ? "-" : "") + grouped
    }
}

/// The answer of `providers/status`.
struct HealthTable {
    let providers: JSONElement

    var text: String {
        var table = TextTable(columns: [
            "Id", "Status", .right("Quota left"), .right("Sent"), .right("Failed"), .right("p50 ms"),
            .right("p99 ms"), .right("From cache"), .right("Unread"), "Why",
        ])
        for provider in providers.elements { table.append(cells(provider)) }
        return table.text
    }

    private func cells(_ provider: JSONElement) -> [String] {
        let requests = provider["requests"]
        let latency = provider["latency"]
        return [
            provider["id"]?.string ?? "", provider["status"]?.string ?? "", quota(provider["quota"]),
            number(requests?["sent"]), number(requests?["failed"]),
            number(latency?["p50Ms"]), number(latency?["p99Ms"]), share(provider["cache"]?["hitRate"]),
            unread(provider["mapping"]),
            provider["reason"]?.string ?? provider["lastFailure"]?["message"]?.string ?? "",
        ]
    }

    private func number(_ value: JSONElement?) -> String { value?.int.map(String.init) ?? "" }

    private func quota(_ quota: JSONElement?) -> String {
        guard let left = quota?["left"]?.int, let limit = quota?["limit"]?.int else { return "" }
        return "\(left) of \(limit)"
    }

    private func share(_ rate: JSONElement?) -> String {
        rate?.double.map { "\(Int(($0 * 100).rounded())) %" } ?? ""
    }

    /// Dropped rows, and values that could not be converted.
    private func unread(_ mapping: JSONElement?) -> String {
        let values = mapping?["failures"]?.elements.compactMap { $0["count"]?.int }.reduce(0, +) ?? 0
        return String(values + (mapping?["droppedRows"]?.int ?? 0))
    }
}
