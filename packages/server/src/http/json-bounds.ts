/** How deep and how large a JSON text is, counted before it is parsed, because parsing costs far more than counting. */
import { LIMITS } from '@synapse/contract';

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Null: within bounds. Text that is not JSON at all is left to the parser. */
export function jsonExcess(bytes: Buffer): 'too_deep' | 'too_many' | null {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfString(bytes, at);
        continue;
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (++depth > LIMITS.json.depth) return 'too_deep';
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth--;
        continue;
      case COMMA:
      case COLON:
        break;
      default:
        continue;
    }
    if (++values > LIMITS.json.values) return 'too_many';
  }
  return null;
}

/**
 * Where the string that begins at `start` ends: at the next quote after an even number of backslashes. Each byte is
 * looked at twice at most.
 */
function endOfString(bytes: Buffer, start: number): number {
  for (let end = start; ; ) {
    end = bytes.indexOf(QUOTE, end + 1);
    if (end < 0) return bytes.length;
    let backslashes = 0;
    while (bytes[end - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
}
