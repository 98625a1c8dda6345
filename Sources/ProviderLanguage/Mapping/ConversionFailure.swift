/// A value could not be made what its field needs.
struct ConversionFailure: Error {}
