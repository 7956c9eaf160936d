package dev.ralbench.targets.combined

import org.springframework.boot.web.server.context.WebServerInitializedEvent
import org.springframework.context.event.EventListener
import org.springframework.stereotype.Component

/** Where the techniques call the slow API. */
@Component
class SlowUrl(
    private val settings: CombinedSettings,
) {
    @Volatile
    private var ownPort = 0

    @EventListener
    fun started(event: WebServerInitializedEvent) {
        ownPort = event.webServer.port
    }

    /** Of one of its resources, which answers `C_<id>`. */
    fun of(id: Int) =
        when (settings.slowApi) {
            CombinedSettings.Place.OWN -> "http://127.0.0.1:$ownPort/legacy/slow/$id"
            CombinedSettings.Place.UPSTREAM -> "${settings.upstream}/slow/$id"
        }
}
