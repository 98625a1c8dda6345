import MovieDomain
import Platform

/// What a cell says about a film and the user: whether it was watched.
enum ImportStanding {
    case watched, wanted
    /// Neither watched to the end nor to be watched: `dropped`, `watching`.
    case other

    /// The columns that say it, the most reliable first.
    private static let columns = [
        "standing", "status", "watchstatus", "watchedstatus", "watchingstatus", "mystatus", "userstatus", "state",
        "watchstate", "shelf", "exclusiveshelf", "watched", "iswatched", "haswatched", "seen", "isseen", "viewed",
        "plays", "playcount", "viewcount", "watchcount", "watchedcount", "timeswatched", "timesseen",
        "watchlist", "inwatchlist", "towatch", "wanttowatch", "unwatched", "planned", "watcheddate",
    ]
    /// The columns of which a `yes` says that the film was not watched.
    private static let ofWanted: Set<String> = [
        "watchlist", "inwatchlist", "towatch", "wanttowatch", "unwatched", "planned",
    ]
    /// The columns in which a number is a code that only their service knows, or a day.
    private static let withoutCounts: Set<String> = [
        "standing", "status", "watchstatus", "watchedstatus", "watchingstatus", "mystatus", "userstatus", "state",
        "watchstate", "shelf", "exclusiveshelf", "watcheddate",
    ]

    private static let wordsForWatched = keys(
        "completed complete watched seen viewed finished done rewatched rewatching repeating 봤어요 봤음 본-영화 시청-완료 완료 看过 "
            + "看過 観た 視聴済み gesehen vu visto vista"
    )
    private static let wordsForWanted = keys(
        "plan-to-watch plans-to-watch planned-to-watch planned planning plan ptw watchlist want-to-watch want-to-see want "
            + "wanted wish wishlist to-watch to-see todo unwatched not-watched unseen not-seen not-yet never not-started "
            + "queue queued backlog 보고싶어요 볼-영화 안-봄 想看 観たい 未視聴 ungesehen"
    )
    private static let wordsForOthers = keys(
        "dropped drop abandoned stopped on-hold hold paused watching current currently-watching in-progress started "
            + "not-interested not-interesting ignored hidden 보는-중 그만봄 관심없어요"
    )
    private static let yes = keys("yes true y x t 예 네 ja oui si sí да")
    private static let no = keys("no false n f 아니요 아니오 nein non нет")

    /// Returns what a cell says; `nil` for a word that says nothing of it.
    init?(_ text: String, in column: String) {
        let key = CSVTable.key(text)
        let isOfWanted = Self.ofWanted.contains(column)
        let isYes =
            Self.yes.contains(key) || key.isEmpty && text.unicodeScalars.contains { "✓✔☑✅".unicodeScalars.contains($0) }
        let count = Self.withoutCounts.contains(column) ? nil : Double(cell: text)
        if Self.wordsForWatched.contains(key), !isOfWanted {
            self = .watched
        } else if Self.wordsForWanted.contains(key) {
            self = .wanted
        } else if Self.wordsForOthers.contains(key) {
            self = .other
        } else if isYes || count ?? 0 > 0 {
            self = isOfWanted ? .wanted : .watched
        } else if Self.no.contains(key) || count == 0 {
            // A film that is not wanted may have been watched, or not.
            if isOfWanted { return nil }
            self = .wanted
        } else {
            return nil
        }
    }

    /// Returns the columns of a table that say it in some line.
    static func columns(of table: CSVTable) -> [String] {
        columns.filter { column in
            table.columns.contains(column)
                && table.rows.contains { $0[column].map { Self($0, in: column) != nil } ?? false }
        }
    }

    private static func keys(_ words: String) -> Set<String> {
        Set(words.split(scalar: " ").map { CSVTable.key(String($0)) })
    }
}
