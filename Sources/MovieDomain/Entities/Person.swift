/// Somebody who made a film or plays in it.
package struct Person: Hashable, Sendable {
    package var name: String
    /// The same name in Latin letters, where `name` is not (`봉준호` and `BONG Joon-ho`).
    package var nameEn: String?
    /// The part that is played.
    package var character: String?
    /// What was done, for the crew: `Screenplay`.
    package var job: String?

    package init(name: String, nameEn: String? = nil, character: String? = nil, job: String? = nil) {
        self.name = name
        self.nameEn = nameEn
        self.character = character
        self.job = job
    }
}
