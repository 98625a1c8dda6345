import BundledFiles

extension Recording {
    /// The small recording that is shipped in the program: a few days of 2012 to 2023 and the films of those days.
    package static func demo() throws(RecordingFailure) -> Recording {
        try Recording(BundledFiles.demo, file: "demo.json") { name throws(RecordingFailure) in
            throw RecordingFailure(file: "demo.json", message: "there is no file \(name) beside it")
        }
    }
}
