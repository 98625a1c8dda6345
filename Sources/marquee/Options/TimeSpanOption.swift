import ArgumentParser
import ProviderLanguage

/// A time span with its unit, written as in `providers.yaml`: `600s`, `10m`.
struct TimeSpanOption: ExpressibleByArgument, CustomStringConvertible {
    let duration: Duration

    init(duration: Duration) { self.duration = duration }

    init?(argument: String) {
        guard let duration = UnitText.duration(argument), duration > .zero else { return nil }
        self.duration = duration
    }

    var description: String { "\(duration / .seconds(1))".replacing(/\.0$/, with: "") + "s" }
    var defaultValueDescription: String { description }
}
