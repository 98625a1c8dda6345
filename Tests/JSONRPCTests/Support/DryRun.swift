@testable import JSONRPC

/// Cuts, decodes and answers without any I/O, so that every split of the input can be tried.
///
/// - Parameters:
///   - pieces: the input as it arrives.
///   - handler: the methods.
///   - configure: changes the settings.
/// - Returns: the frames that are answered at once.
func dryRun(
    _ pieces: [[UInt8]],
    handler: any RPCHandler = SampleMethods(),
    configure: (inout RPCServerConfiguration) -> Void = { _ in }
) -> [UInt8]? {
    var configuration = RPCServerConfiguration()
    configure(&configuration)
    guard let wakePipe = WakePipe() else { return nil }
    let connection = Connection(input: -1, output: -1, configuration: configuration, wakePipe: wakePipe)
    var pump = MessagePump(connection: connection, handler: handler)
    var buffer = InputBuffer(capacity: 16)
    for piece in pieces {
        var rest = piece[...]
        while !rest.isEmpty {
            buffer.makeRoom()
            let taken = buffer.fill { room in
                let count = min(room.count, rest.count)
                room.copyBytes(from: rest.prefix(count))
                return count
            }
            rest = rest.dropFirst(taken)
            drain(&buffer, &pump, atEnd: false)
        }
    }
    drain(&buffer, &pump, atEnd: true)
    return pump.receiver.answers
}

private func drain(_ buffer: inout InputBuffer, _ pump: inout MessagePump, atEnd: Bool) {
    while let count = step(&pump, on: buffer, atEnd: atEnd) { buffer.drop(count) }
}

private func step(_ pump: inout MessagePump, on buffer: InputBuffer, atEnd: Bool) -> Int? {
    pump.take(buffer.storage.span.extracting(buffer.unread), atEnd: atEnd)
}
