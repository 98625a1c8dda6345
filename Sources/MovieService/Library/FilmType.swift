/// Whether a word for the type of a title, as services write it, stands for a film.
///
/// IMDb writes the words in the language of the account, so a word that is not known here may be a series.
enum FilmType {
    /// Returns whether the word stands for a film; case, blanks, and punctuation do not count.
    static func isFilm(_ word: String) -> Bool { words.contains(CSVTable.key(word)) }

    /// IMDb's languages are English, French, German, Hindi, Italian, Portuguese, and Spanish.
    private static let words = Set(
        [
            "movie", "movies", "film", "feature", "feature film", "short", "short film", "documentary", "TV movie",
            "TV film", "television film", "TV short", "TV special", "TV documentary", "video", "video movie",
            "music video", "concert", "standup special", "anime movie", "anime film", "animated movie", "animated film",
            "court métrage", "long métrage", "téléfilm", "film TV", "film télé", "film de télévision", "vidéo",
            "vidéo musicale", "clip vidéo", "clip musical", "court métrage TV", "court métrage télé",
            "court métrage télévisé", "émission spéciale", "émission TV spéciale", "spécial TV", "documentaire",
            "Kinofilm", "Spielfilm", "Kurzfilm", "Fernsehfilm", "Fernseh-Kurzfilm", "TV-Kurzfilm", "Fernseh-Special",
            "Fernsehspecial", "Videofilm", "Musikvideo", "Dokumentarfilm", "Dokumentation",
            "फ़िल्म", "फिल्म", "मूवी", "लघु फ़िल्म", "लघु फिल्म", "शॉर्ट", "शॉर्ट फ़िल्म", "टीवी मूवी",
            "टीवी फ़िल्म", "टीवी शॉर्ट", "टीवी स्पेशल", "वीडियो", "म्यूज़िक वीडियो", "संगीत वीडियो",
            "lungometraggio", "cortometraggio", "cortometraggio TV", "cortometraggio televisivo", "film per la TV",
            "film televisivo", "speciale TV", "video musicale", "documentario",
            "filme", "longa-metragem", "curta", "curta-metragem", "filme de TV", "filme para TV",
            "filme para televisão",
            "telefilme", "curta de TV", "curta para TV", "curta-metragem de TV", "curta-metragem para TV",
            "especial de TV", "vídeo", "vídeo musical", "videoclipe", "documentário",
            "película", "pelicula", "largometraje", "corto", "cortometraje", "película de TV", "película para TV",
            "película de televisión", "película para televisión", "telefilm", "telefilme", "corto de TV",
            "corto para TV", "cortometraje de TV", "cortometraje para TV", "especial de televisión", "videoclip",
            "documental",
            "영화", "단편", "단편 영화", "TV 영화", "다큐멘터리", "映画", "短編映画", "テレビ映画",
        ].map(CSVTable.key)
    )
}
