/** How a process of the service is started, for everything that starts one: small while nobody calls. */

/**
 * A nursery of half the usual size: a larger one holds more while nobody calls, a smaller one is emptied in the middle of
 * every command. Time zones from the system: Node's own tables are 6 MB, and the service writes UTC. No source maps: they
 * would take as much memory as the service itself.
 */
export const SERVICE_NODE_OPTIONS = ['--max-semi-space-size=8', '--no-icu-timezone-data'] as const;

/**
 * One heap for all threads of the C library: each further one keeps megabytes that it no longer uses. And large buffers
 * from the system alone: once the first was given back, the library would keep the next ones, in pieces.
 */
export const SERVICE_ENVIRONMENT = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' } as const;
