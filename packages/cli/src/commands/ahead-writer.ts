/**
 * Shows on a screen what the service still holds back, as far as it lets it be shown. It comes again with the output,
 * and is passed over then. A pipe or a file gets the output alone: what was shown early may have become a secret.
 */
import type { Terminal } from '../terminal.ts';

export type OutputTerminal = Pick<Terminal, 'write' | 'isScreen'>;

export interface AheadWriter extends Pick<Terminal, 'write'> {
  /** All that is held back of a stream at this moment. */
  ahead(text: string, stream: 'stdout' | 'stderr'): void;
}

export function createAheadWriter(terminal: OutputTerminal): AheadWriter {
  /** Shown, and not yet part of the output. */
  const early = { stdout: '', stderr: '' };
  return {
    ahead: (text, stream) => {
      if (!terminal.isScreen(stream) || !text.startsWith(early[stream]) || text === early[stream]) return;
      terminal.write(text.slice(early[stream].length), stream);
      early[stream] = text;
    },
    write: (text, stream = 'stdout') => {
      const shown = early[stream];
      const isSame = text.startsWith(shown) || shown.startsWith(text);
      early[stream] = isSame ? shown.slice(text.length) : '';
      const fresh = isSame ? text.slice(shown.length) : text;
      if (fresh !== '') terminal.write(fresh, stream);
    },
  };
}
