import JSONRPC

/// Waits for edits of the definitions, on a thread of its own that ends with the process.
struct DefinitionFileWatch: Sendable {
    /// The files that the sources are made of, by absolute paths; asked for again after each edit.
    let files: @Sendable () -> [String]
    /// Whether any of them is another one than when they were read.
    let hasChanged: @Sendable () -> Bool
    /// Reads them again; `isSecondLook` where that made no sense a moment ago.
    ///
    /// False where it makes no sense.
    let reload: @Sendable (_ isSecondLook: Bool) -> Bool
    /// Told where the system does not tell of changes.
    let isBlind: @Sendable () -> Void

    /// Begins to wait.
    func start() {
        if PlainThread.start({ [self] in run() }) != 0 { isBlind() }
    }

    private func run() {
        let clock = ContinuousClock()
        let start = clock.now
        var settling = Settling()
        // Anew after each edit: files may have taken the places of others, and other files may count.
        while let events = FolderEvents(files().flatMap { WatchedPlace.places(of: $0) }) {
            // Whatever happened while nobody listened is found here.
            if settling.due == nil, hasChanged() { settling.note(.written, at: start.duration(to: clock.now)) }
            while !settling.isDue(at: start.duration(to: clock.now)) {
                let pause = settling.due.map { $0 - start.duration(to: clock.now) }
                if let event = events.wait(atMost: pause) { settling.note(event, at: start.duration(to: clock.now)) }
            }
            let isSecondLook = settling.isSecondLook
            let makesSense = reload(isSecondLook)
            settling.done()
            if !makesSense, !isSecondLook { settling.madeNoSense(at: start.duration(to: clock.now)) }
        }
        isBlind()
    }
}
