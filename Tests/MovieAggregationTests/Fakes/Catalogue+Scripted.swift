import MovieAggregation
import MovieDomain
import Platform

extension Catalogue {
    /// Scripted sources under a deadline that a test does not reach unless it says so.
    static func scripted(
        _ repositories: [ScriptedRepository],
        policy: MergePolicy = MergePolicy(),
        timeLimit: Duration = .seconds(20)
    ) -> Catalogue {
        Catalogue(repositories: repositories, policy: policy, timeLimit: timeLimit, clock: SystemMonotonicClock())
    }
}
