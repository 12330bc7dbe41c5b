// A JSON reader that keeps every literal as it was written: big numbers, escapes and repeated keys stay unchanged.

export type JsonValue = string | JsonArray | JsonObject;
export interface JsonArray {
  readonly items: readonly JsonValue[];
}
export interface JsonObject {
  readonly keys: readonly string[];
  readonly values: readonly JsonValue[];
}

export const isArray = (value: JsonValue): value is JsonArray => typeof value !== 'string' && 'items' in value;
export const isObject = (value: JsonValue): value is JsonObject => typeof value !== 'string' && 'keys' in value;

const DEEPEST = 200;
const LITERAL = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=[\s,\]}]|$)/y;

/**
 * The value that begins at `start` and where it ends, or null if there is no JSON there. Scalars are their source text.
 */
export function readJson(text: string, start = 0): { value: JsonValue; end: number } | null {
  let at = start;
  let depth = 0;

  const skip = () => {
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit !== 32 && unit !== 10 && unit !== 13 && unit !== 9) return;
      at++;
    }
  };
  const readString = (): string | null => {
    const from = at;
    at++;
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit === 34) {
        at++;
        return text.slice(from, at);
      }
      if (unit === 92) at++;
      else if (Number.isNaN(unit) || unit === 10) return null;
      at++;
    }
  };
  const readValue = (): JsonValue | null => {
    skip();
    const unit = text.charCodeAt(at);
    if (unit === 34) return readString();
    if (unit !== 91 && unit !== 123) {
      LITERAL.lastIndex = at;
      const literal = LITERAL.exec(text)?.[0];
      if (literal === undefined) return null;
      at += literal.length;
      return literal;
    }
    if (++depth > DEEPEST) return null;
    at++;
    const value = unit === 91 ? readItems() : readMembers();
    depth--;
    return value;
  };
  const readItems = (): JsonArray | null => {
    const items: JsonValue[] = [];
    skip();
    if (text[at] === ']') {
      at++;
      return { items };
    }
    for (;;) {
      const item = readValue();
      if (item === null) return null;
      items.push(item);
      skip();
      const sign = text[at++];
      if (sign === ']') return { items };
      if (sign !== ',') return null;
    }
  };
  const readMembers = (): JsonObject | null => {
    const keys: string[] = [];
    const values: JsonValue[] = [];
    skip();
    if (text[at] === '}') {
      at++;
      return { keys, values };
    }
    for (;;) {
      skip();
      const key = text[at] === '"' ? readString() : null;
      if (key === null) return null;
      skip();
      if (text[at++] !== ':') return null;
      const value = readValue();
      if (value === null) return null;
      keys.push(key);
      values.push(value);
      skip();
      const sign = text[at++];
      if (sign === '}') return { keys, values };
      if (sign !== ',') return null;
    }
  };

  const value = readValue();
  return value === null ? null : { value, end: at };
}
