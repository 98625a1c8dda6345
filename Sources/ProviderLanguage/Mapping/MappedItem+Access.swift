extension MappedItem {
    /// The text of a field, with its tags.
    package func text(_ field: Field) -> MappedText? {
        if case .text(let value) = self[field] { value } else { nil }
    }

    /// The texts of a list field; empty where there are none.
    package func texts(_ field: Field) -> [MappedText] {
        if case .texts(let values) = self[field] { values } else { [] }
    }

    /// The whole number of a field: years, counts, minutes of ``Field/runtime``, pixels.
    package func integer(_ field: Field) -> Int? {
        if case .integer(let value) = self[field] { value } else { nil }
    }

    /// The number of a field; percentages as percent.
    package func decimal(_ field: Field) -> Double? {
        if case .decimal(let value) = self[field] { value } else { nil }
    }

    /// The truth of a field.
    package func boolean(_ field: Field) -> Bool? {
        if case .boolean(let value) = self[field] { value } else { nil }
    }

    /// The day of a field.
    package func date(_ field: Field) -> MappedDate? {
        if case .date(let value) = self[field] { value } else { nil }
    }

    /// The money of a field.
    package func amount(_ field: Field) -> MappedAmount? {
        if case .amount(let value) = self[field] { value } else { nil }
    }

    /// What the source's users think of the film.
    package var rating: MappedRating? {
        if case .rating(let value) = self[.rating] { value } else { nil }
    }

    /// The film's ids; empty where there are none.
    package var ids: [MappedID] {
        if case .ids(let values) = self[.ids] { values } else { [] }
    }

    /// The film of a row of the box office.
    package var movie: MappedItem? {
        if case .item(let value) = self[.movie] { value } else { nil }
    }

    /// People, images or videos; empty where there are none.
    package func items(_ field: Field) -> [MappedItem] {
        if case .items(let values) = self[field] { values } else { [] }
    }
}
