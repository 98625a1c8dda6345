/// Where pauses take their chance from; a parameter, so that a test knows it.
package struct RandomSource: Sendable {
    /// A number from 0 up to, and without, 1.
    package let fraction: @Sendable () -> Double

    package init(fraction: @escaping @Sendable () -> Double) {
        self.fraction = fraction
    }

    /// The system's generator.
    package static let system = RandomSource { Double.random(in: 0..<1) }
}
