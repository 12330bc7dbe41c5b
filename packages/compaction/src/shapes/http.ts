// An HTTP response with its headers (`curl -i`): the headers stay, the body is treated by its own kind.
import type { Shape } from '../filter.ts';
import { compactHtml } from './html.ts';
import { compactJson } from './json.ts';

/** Headers about how the answer travelled, not about what it is. */
const OF_THE_JOURNEY =
  /^(?:date|connection|keep-alive|transfer-encoding|server|vary|accept-ranges|etag|x-powered-by|content-length|alt-svc|nel|report-to|strict-transport-security|x-content-type-options|x-frame-options|x-xss-protection|x-dns-prefetch-control|referrer-policy|cross-origin-\S+|origin-agent-cluster|x-download-options|x-permitted-cross-domain-policies):/i;

export const httpShape: Shape = {
  name: 'http',
  apply: (input) => {
    const { lines, cut } = input;
    if (!/^HTTP\/[\d.]+ \d{3}/.test(lines[0] ?? '')) return null;
    let body = 0;
    while (body < lines.length && /^HTTP\//.test(lines[body] as string)) {
      const blank = lines.indexOf('', body);
      body = blank < 0 ? lines.length : blank + 1;
    }
    const headers = lines.slice(0, body).filter((line) => line !== '');
    const shown = headers.length > 8 ? headers.filter((line) => !OF_THE_JOURNEY.test(line)) : headers;
    const hidden = headers.length - shown.length;
    const note = hidden > 0 ? [cut(hidden, 'headers')] : [];
    const rest = lines.slice(body);
    return [...shown, ...note, '', ...(compactJson(rest, 0, input) ?? compactHtml(rest, input) ?? rest)];
  },
};
