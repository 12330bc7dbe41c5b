/** What of `/run` can be read inside a sandbox. The rest is left out: sockets and pipes of services live there. */
export const KEPT_OF_RUN = ['/run/log', '/run/utmp', '/run/systemd/resolve', '/run/current-system'];
