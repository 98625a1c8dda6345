import MarqueeApp

MarqueeApp.main()
