/// A dispatcher to be resumed once the lock is free.
struct DispatcherWake {
    let dispatcher: ConnectionState.Dispatcher
    let calls: [AdmittedCall]?

    func resume() { dispatcher.resume(returning: calls) }
}
