/// A question for everything that a source knows of one film.
package struct LookupQuery: Hashable, Sendable {
    package enum Part: String, Sendable, CaseIterable { case credits, images, videos, similar, recommendations }

    /// The ids that the film is known by, one for each name space; a source takes the one that it understands.
    package var ids: [String: String]
    package var include: Set<Part>
    package var languages: [String]
    package var purpose = CallPurpose.essential

    package init(ids: [String: String], include: Set<Part> = [], languages: [String] = []) {
        self.ids = ids
        self.include = include
        self.languages = languages
    }
}
