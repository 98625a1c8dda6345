/// The sources cannot be made.
package struct CatalogueUnavailable: Error {
    /// Why, in the words of whoever makes them.
    package let cause: any Error

    /// Because of `cause`.
    package init(_ cause: any Error) {
        self.cause = cause
    }
}
