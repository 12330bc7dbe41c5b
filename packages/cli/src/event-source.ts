/** Reads server-sent events, one at a time, with a bound on each. */
import { tell } from './words/tell.ts';

export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

const EVENT_MAX = 16 * 1024 * 1024;

export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop()!;
    if (rest.length > EVENT_MAX) throw new Error(tell('event_too_long'));
    for (const block of blocks) {
      const event = readEvent(block);
      if (event !== null) yield event;
    }
  }
}

function readEvent(block: string): ServerEvent | null {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    if (line.startsWith('event:')) event = line.slice(6).trim();
    if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
  }
  return data.length === 0 ? null : { event, data: data.join('\n') };
}
