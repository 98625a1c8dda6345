extension EngineSettings {
    /// The settings of a start as editors write it, `[serve] [--stdio] [--demo] [--config FILE]`; `nil` for every other
    /// list of arguments.
    ///
    /// The argument parser takes a third of such a start. This reads only what has one meaning and leaves the rest,
    /// mistakes above all, to ``Marquee``, where the options are declared; a test holds both together.
    init?(plainArguments arguments: ArraySlice<String>) {
        self.init()
        var rest = arguments.first == "serve" ? arguments.dropFirst() : arguments
        while let option = rest.popFirst() {
            switch option {
            case "--stdio": break
            case "--demo": recording = .demo
            case "--config":
                guard configurationFile == nil, let file = rest.popFirst(), !file.isEmpty, !file.hasPrefix("-") else {
                    return nil
                }
                configurationFile = file
            default: return nil
            }
        }
    }
}
