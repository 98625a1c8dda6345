import JSON

extension JSONElement {
    /// The text of an answer without the milliseconds that its sources took, which differ from run to run.
    var withoutDurations: String {
        description.replacing(#/,"durationMs":\d+/#, with: "")
    }
}
