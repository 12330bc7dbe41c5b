/** The options with which every process of the service is started. */

/**
 * No debugger: Node would open one for everybody on this host at the signal USR1, which any program of the same user can
 * send.
 *
 * A young generation (V8's semi-space) of half the usual size. A larger one holds more memory while idle; a
 * smaller one would be collected in the middle of every command. No source maps: they would take as much memory as the
 * service itself.
 */
export const SERVICE_NODE_OPTIONS = ['--disable-sigusr1', '--max-semi-space-size=8'] as const;

/**
 * One heap for all threads of the C library: each further heap would keep megabytes that it no longer uses. Large
 * buffers always come from the system: otherwise, after the first was freed, the library would keep the next ones
 * itself, in pieces.
 */
export const SERVICE_ENVIRONMENT = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' } as const;
