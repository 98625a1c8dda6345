/// What a source can be asked for; the raw values are the operations of the provider language.
package enum Capability: String, Sendable, CaseIterable, Comparable {
    case dailyBoxOffice = "daily_box_office"
    case weeklyBoxOffice = "weekly_box_office"
    case search, list, trending, lookup, credits, similar, recommendations, images, videos

    package static func < (left: Capability, right: Capability) -> Bool {
        left.rawValue < right.rawValue
    }
}
