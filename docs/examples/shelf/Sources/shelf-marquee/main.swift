import MarqueeApp
import MovieDomain
import Shelf

MarqueeApp.main(kinds: [ProviderKind("shelf") { settings in try Shelf(settings) }])
