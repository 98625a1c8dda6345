/// Where the answer to a call goes.
enum ReplyPath: Sendable {
    /// Into a frame of its own.
    case single
    /// Into a place of a batch's answer.
    case item(BatchAssembly, place: Int)
}
