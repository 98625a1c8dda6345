import JSON

/// The answer of `providers/status`.
struct HealthTable {
    let providers: JSONElement
    let style: TerminalStyle

    var text: String {
        var table = TextTable(
            columns: [
                "Id", "Status", .right("Quota left"), .right("Sent"), .right("Failed"), .right("p50 ms").optional,
                .right("p99 ms").optional, .right("From cache").optional, .right("Unread").optional, "Why",
            ],
            style: style
        )
        for provider in providers.elements { table.append(cells(provider)) }
        return table.text
    }

    private func cells(_ provider: JSONElement) -> [String] {
        // Of all processes, where that is known: this one has mostly just begun.
        let counts = provider["week"] ?? provider
        let requests = counts["requests"]
        let latency = provider["latency"]
        return [
            provider["id"]?.string ?? "", provider["status"]?.string ?? "", quota(provider["quota"]),
            number(requests?["sent"]), number(requests?["failed"]),
            number(latency?["p50Ms"]), number(latency?["p99Ms"]), share(counts["cache"]?["hitRate"]),
            unread(counts["mapping"]),
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
