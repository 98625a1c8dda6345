/// How messages are told apart in the stream of bytes.
package enum RPCFraming: Sendable, Hashable, CaseIterable {
    /// One message a line, ended by `\n` or `\r\n`; written with `\n`.
    case line
    /// `Content-Length` headers as in the LSP base protocol.
    case header
}
