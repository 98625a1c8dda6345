/// How much a client wants to be told with `$/logTrace` (LSP 3.18, "TraceValue").
package enum RPCTraceLevel: String, Sendable {
    case off, messages, verbose
}
