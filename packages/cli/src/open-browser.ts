/** Opens an address in the person's browser. */
import { startChild } from '@synapse/runner/start-child';
import type { Terminal } from './terminal.ts';
import { tell } from './words/tell.ts';

/** Only where BROWSER names a program, or a person uses this computer. */
export function openBrowser(terminal: Terminal, url: string): void {
  const program = terminal.env.BROWSER || (terminal.interactive ? browserOf(process.platform) : undefined);
  if (program === undefined) return;
  const child = startChild(program, [url], { stdio: 'ignore', detached: true });
  child.on('error', () => terminal.say(tell('browser_failed', { program })));
  child.unref();
}

function browserOf(platform: NodeJS.Platform): string {
  return { darwin: 'open', win32: 'explorer' }[platform as string] ?? 'xdg-open';
}
