import JSON

/// What the client says about itself.
extension Connection {
    /// The LSP handshake has come; these are its parameters.
    func noteHandshake(_ params: JSONElement?) {
        tracer.set(params?["trace"])
        guard configuration.watchesClientProcess, let identifier = params?["processId"]?.int else { return }
        guard identifier > 0, let process = Int32(exactly: identifier) else { return }
        watchClient(process)
    }

    /// Ends the session when that process ends, which a thread of its own waits for.
    ///
    /// Without a thread for it the end of the input still tells.
    func watchClient(_ process: Int32) {
        _ = PlainThread.start { [weak self] in
            ProcessWatch.waitForEnd(of: process)
            self?.fail(.clientGone(processID: process))
        }
    }
}
