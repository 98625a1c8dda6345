/// How the cache's file is used.
package struct CacheFileSettings: Sendable {
    package var file: StoreFileSettings
    /// Bytes that the file may take before the answers that were not used for longest are removed.
    package var sizeLimit: Int
    /// Bytes of answers that may wait to be written.
    package var waitingLimit: Int
    /// Milliseconds to wait for more answers before a batch is written.
    package var writeDelay: Int

    package init(
        file: StoreFileSettings,
        sizeLimit: Int = 256 << 20,
        waitingLimit: Int = 16 << 20,
        writeDelay: Int = 10
    ) {
        self.file = file
        self.sizeLimit = sizeLimit
        self.waitingLimit = waitingLimit
        self.writeDelay = writeDelay
        // Twice the limit: room for what is written before it is made again.
        if self.file.maximumPages == nil { self.file.maximumPages = max(2 * sizeLimit / 4_096, 64) }
    }
}
