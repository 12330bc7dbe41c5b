/**
 * Node's HTTP server, imported in a way that does not load Node's fetch client. An `import` by name reads every export
 * of `node:http`, and three of them would load that client, which takes 7 MB.
 */
export const { ServerResponse, STATUS_CODES } = process.getBuiltinModule('node:http');
