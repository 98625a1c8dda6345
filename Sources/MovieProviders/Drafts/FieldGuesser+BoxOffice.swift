import JSON

extension FieldGuesser {
    /// The figures of a box office; empty where the rows are none.
    func boxOffice() -> [FieldGuess] {
        guard let rank = first(["rank", "ranking", "position"], where: { $0.numbers != nil }) else { return [] }
        let figures = [
            figure("audience", ["audicnt", "admissions", "audience", "attendance"]),
            figure("audience_total", ["audiacc", "totaladmissions", "audiencetotal"]),
            figure("sales", ["salesamt", "gross", "sales", "revenue", "boxoffice", "weekendgross"]),
            figure("sales_total", ["salesacc", "totalgross", "salestotal"]),
            figure("screens", ["scrncnt", "screens", "theaters", "theatres"]),
            figure("showings", ["showcnt", "showings", "screenings"]),
        ].compactMap(\.self)
        guard !figures.isEmpty else { return [] }
        let change = figure("rank_change", ["rankinten", "rankchange"])
        return [FieldGuess("rank", rank, "required: true", weight: 3)] + [change].compactMap(\.self) + figures
    }

    private func figure(_ field: String, _ names: [String]) -> FieldGuess? {
        first(names, where: { $0.numbers != nil }).map { FieldGuess(field, $0, weight: 2) }
    }
}
