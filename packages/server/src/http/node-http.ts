/**
 * Node's HTTP server, asked for in a way that leaves its fetch client asleep: an `import` by name reads every export of
 * `node:http`, and three of them would load that client, 7 MB of it.
 */
export const { ServerResponse, STATUS_CODES } = process.getBuiltinModule('node:http');
