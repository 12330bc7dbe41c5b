/** The reference page of every refusal, from the catalogue. */
import { ERROR_CODES, ERRORS } from '../../packages/contract/src/index.ts';
import { tableOf } from './markdown.ts';

export function errorsPage(): string {
  const rows = ERROR_CODES.map((code) => {
    const { status, fr, en, explain } = ERRORS[code];
    return [`<a id="${code}"></a>\`${code}\``, String(status), fr, en, explain];
  });
  return [
    '# Errors',
    '',
    'REST answers a refusal as `application/problem+json` with `type`, `title`, `status`, `detail` (the message below), `code`, and `fields` where single fields are wrong.',
    'Messages are in French, or in English where a call asks for it (`Accept-Language: en`; `synapse --lang en`) or, where it asks for nothing, where the account is set so (`PATCH /auth/me` with `language`, or Settings, Appearance). A call’s own wish comes before the account’s setting; `*` and other languages are no wish. Codes are the same in every language.',
    'The MCP endpoint answers 401, 403 (origin) and 429 with that HTTP status and a JSON-RPC error whose `data.code` is the code; every other refusal of a tool is a result with `isError: true`, the message as its text and `_meta["synapse/code"]`.',
    '',
    ...tableOf(['Code', 'HTTP', 'French', 'English', 'What it means'], rows),
    '',
  ].join('\n');
}
