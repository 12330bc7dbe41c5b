/** The reference page of every refusal, from the catalogue. */
import { ERROR_CODES, ERRORS } from '../../packages/contract/src/index.ts';
import { tableOf } from './markdown.ts';

export function errorsPage(): string {
  const rows = ERROR_CODES.map((code) => {
    const { status, message, explain } = ERRORS[code];
    return [`<a id="${code}"></a>\`${code}\``, String(status), message, explain];
  });
  return [
    '# Errors',
    '',
    'REST answers a refusal as `application/problem+json` with `type`, `title`, `status`, `detail` (the message below), `code`, and `fields` where single fields are wrong.',
    'The MCP endpoint answers 401, 403 (origin) and 429 with that HTTP status and a JSON-RPC error whose `data.code` is the code; every other refusal of a tool is a result with `isError: true`, the message as its text and `_meta["synapse/code"]`.',
    '',
    ...tableOf(['Code', 'HTTP', 'Message', 'What it means'], rows),
    '',
  ].join('\n');
}
