extension MovieFacts {
    /// The fields of which something is said; a title and titles are each of both.
    var stated: FieldSet {
        var stated = FieldSet()
        let hasTitle = title != nil || !titles.isEmpty
        stated.insert(.title, where: hasTitle)
        stated.insert(.titles, where: hasTitle)
        stated.insert(.originalTitle, where: originalTitle != nil)
        stated.insert(.year, where: year != nil)
        stated.insert(.releaseDate, where: releaseDate != nil)
        stated.insert(.runtimeMinutes, where: runtimeMinutes != nil)
        stated.insert(.originalLanguage, where: originalLanguage != nil)
        stated.insert(.overview, where: overview != nil)
        stated.insert(.tagline, where: tagline != nil)
        stated.insert(.popularity, where: popularity != nil)
        stated.insert(.homepage, where: homepage != nil)
        stated.insert(.adult, where: adult != nil)
        stated.insert(.series, where: series != nil)
        stateLists(&stated)
        return stated
    }

    private func stateLists(_ stated: inout FieldSet) {
        stated.insert(.genres, where: !genres.isEmpty)
        stated.insert(.countries, where: !countries.isEmpty)
        stated.insert(.languages, where: !languages.isEmpty)
        stated.insert(.companies, where: !companies.isEmpty)
        stated.insert(.directors, where: !directors.isEmpty)
        stated.insert(.cast, where: !cast.isEmpty)
        stated.insert(.crew, where: !crew.isEmpty)
        stated.insert(.ratings, where: !ratings.isEmpty)
        stated.insert(.certifications, where: !certifications.isEmpty)
        stated.insert(.images, where: !images.isEmpty)
        stated.insert(.videos, where: !videos.isEmpty)
    }
}
