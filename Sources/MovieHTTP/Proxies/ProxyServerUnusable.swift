/// A variable names something that cannot be used as a proxy; then nothing goes past it either.
struct ProxyServerUnusable: Error, Hashable {
    /// Says which variable and why, without its value.
    var reason: String
}
