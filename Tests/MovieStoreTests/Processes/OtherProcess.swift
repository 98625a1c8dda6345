import Foundation
import MovieDomain
import MovieStore
import Upstream

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What the tests of several processes do in theirs.
enum OtherProcess {
    /// Whether the long runs are asked for.
    static let isLong = ProcessInfo.processInfo.environment["MARQUEE_LONG"] == "1"

    /// A cache as the program has it: the clock of the system, and the process ends where there is a problem.
    static func cache(in folder: String, busyTimeout: Int = 20_000) -> CacheFile {
        CacheFile(
            CacheFileSettings(
                file: StoreFileSettings(
                    folder: folder,
                    busyTimeout: busyTimeout,
                    now: { Int(time(nil)) * 1_000 },
                    warn: { problem in
                        FileHandle.standardError.write(Data("\(problem)\n".utf8))
                        _exit(3)
                    }
                ),
                sizeLimit: 4 << 20,
                writeDelay: 0
            )
        )
    }

    /// Ends this process as `kill -9` does, some microseconds later and wherever it is then.
    static func killLater(_ microseconds: UInt32) {
        Thread.detachNewThread {
            usleep(microseconds)
            kill(getpid(), SIGKILL)
        }
    }

    /// Keeps answers until the process is killed.
    static func keepForEver(in folder: String, from start: Int) async {
        let cache = cache(in: folder)
        var number = start
        while true {
            cache.keep(.sample(number, bytes: 9_000), for: .sample(number % 500))
            _ = await cache.spend(on: "kofic", in: "d", limit: .max)
            if number % 4 == 0 { _ = await cache.flush(within: 20_000) }
            number += 1
        }
    }

    /// Notes the user's word on one pair of ids after the other until the process is killed; `log` gets a line once the
    /// library has said that it is kept.
    static func correctForEver(in folder: String, from start: Int, log: String) async {
        let library = LibraryFile(
            StoreFileSettings(
                folder: folder,
                busyTimeout: 20_000,
                now: { Int(time(nil)) * 1_000 },
                warn: { _ in _exit(3) }
            )
        )
        let descriptor = open(log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        var number = start
        while true {
            do throws(MatchBookFailure) {
                try await library.correct(correction(number))
            } catch {
                _exit(5)
            }
            let line = Array("\(number)\n".utf8)
            guard write(descriptor, line, line.count) == line.count else { _exit(6) }
            number += 1
        }
    }

    /// One of many corrections that have nothing to do with each other.
    static func correction(_ number: Int) -> NotedMatch {
        let pair = IDPair(
            MovieID(namespace: "kofic", value: "\(number)"),
            MovieID(namespace: "tmdb", value: "\(number)")
        )
        return NotedMatch(pair, .same, by: .user, at: Timestamp(secondsSinceEpoch: 1_795_000_000))
    }

    /// Does what a server does with its cache: asks, claims, keeps, counts; gives how often it fetched.
    static func serve(in folder: String, questions: Int, seed: Int) async -> Int {
        let cache = cache(in: folder)
        var fetched = 0
        for step in 0..<questions {
            let number = (step &* 7 &+ seed) % questions
            while await cache.response(for: .sample(number)) != .sample(number, bytes: 2_000) {
                guard await cache.claim(.sample(number), after: nil, forMilliseconds: 60_000) == .granted else {
                    await Task.yield()
                    continue
                }
                if await cache.response(for: .sample(number)) == nil {
                    fetched += 1
                    _ = await cache.spend(on: "kofic", in: "d", limit: .max)
                    cache.keep(.sample(number, bytes: 2_000), for: .sample(number))
                }
                cache.release(.sample(number))
                _ = await cache.flush(within: 20_000)
            }
        }
        guard await cache.close(within: 20_000) else { _exit(4) }
        return fetched
    }
}
