import JSON

/// What the bytes of one message turned out to be.
enum IncomingMessage {
    /// A lone object, or something that should have been one.
    case single(IncomingItem)
    /// An array of at least one item, in order.
    case batch([IncomingItem])
    /// Not JSON, or more than the limits allow.
    case unparsable(JSONError)
}
