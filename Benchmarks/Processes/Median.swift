enum Median {
    static func of(_ durations: [Duration]) -> Duration {
        let sorted = durations.sorted()
        return sorted.isEmpty ? .zero : sorted[sorted.count / 2]
    }
}

extension Duration {
    /// The duration in milliseconds: `3.42 ms`.
    var milliseconds: String {
        let hundredths = (self / .microseconds(10)).rounded()
        return "\(hundredths / 100) ms"
    }
}
