import ArgumentParser
import ProviderLanguage

/// A size with its unit, written as in `providers.yaml`, or a number of bytes: `10MiB`, `500kB`, `65536`.
struct ByteCountOption: ExpressibleByArgument, CustomStringConvertible {
    /// From a message's least use to what a process can hold.
    private static let possible = 1_024...(1 << 30)

    let bytes: Int

    init(bytes: Int) { self.bytes = bytes }

    init?(argument: String) {
        guard let bytes = Int(argument) ?? UnitText.bytes(argument), Self.possible.contains(bytes) else { return nil }
        self.bytes = bytes
    }

    var description: String { bytes.isMultiple(of: 1 << 20) ? "\(bytes >> 20)MiB" : "\(bytes)" }
    var defaultValueDescription: String { description }
}
