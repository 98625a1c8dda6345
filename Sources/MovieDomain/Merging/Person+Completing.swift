extension Person {
    /// With the other script's name, the part and the job that another source gives for the same person.
    func completed(with other: Person) -> Person {
        var person = self
        if nameEn == nil || name.isLatin {
            let names = [name, nameEn, other.name, other.nameEn].compactMap(\.self)
            if let local = names.first(where: { !$0.isLatin }), let latin = names.first(where: \.isLatin) {
                person.name = local
                person.nameEn = latin
            }
        }
        person.character = character ?? other.character
        person.job = job ?? other.job
        return person
    }
}
