/** The log as a person reads it at a terminal: time, level, message, and the fields that matter. Pure. */

/** Written with every record, or told otherwise. */
const LEFT_OUT = new Set(['time', 'level', 'msg', 'err', 'request_id', 'checkpoint']);

/** Null: not shown. Requests are shown where the level asks for details (`debug`). */
export function readableLine(json: string, showRequests: boolean): string | null {
  const record = JSON.parse(json) as Record<string, unknown>;
  const { time, level, msg, err } = record;
  if (msg === 'request' && !showRequests) return null;
  const fields = Object.entries(record)
    .filter(([name, value]) => !LEFT_OUT.has(name) && value !== null && value !== '')
    .map(([name, value]) => `${name}=${shown(value)}`);
  const head = [clock(time), String(level).toUpperCase().padEnd(5), harmless(String(msg ?? '')), ...fields].join(' ');
  return `${[head, ...explained(err, level)].join('\n')}\n`;
}

/** Of the time of day, in this computer's zone. */
function clock(time: unknown): string {
  const at = new Date(String(time));
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^[^\s"=]+$/.test(text) ? harmless(text) : harmless(JSON.stringify(value));
}

/** The stack is for what should not have happened. */
function explained(err: unknown, level: unknown): string[] {
  if (typeof err !== 'object' || err === null) return [];
  const { message, stack } = err as { message?: string; stack?: string };
  const text = level === 'error' || level === 'fatal' ? (stack ?? message) : message;
  return String(text ?? '')
    .split('\n')
    .map((line) => `  ${harmless(line)}`);
}

/** A terminal interprets control characters, and some values come from untrusted callers. */
function harmless(text: string): string {
  return text.replace(/\p{Cc}/gu, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
