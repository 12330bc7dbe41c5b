/** What a machine is: its operating system, its shell, whether there is sudo. Asks for nothing that needs a right. */
import { randomUUID } from 'node:crypto';
import type { FoundSystem } from '@synapse/contract';
import type { Executor } from '@synapse/runner';

const MOST_CHARS = 4_096;
const SHOWN_CHARS = 200;

const SCRIPT = [
  `name=$(sed -n 's/^PRETTY_NAME="\\{0,1\\}\\([^"]*\\).*/\\1/p' /etc/os-release 2>/dev/null)`,
  `printf 'os\\t%s %s\\n' "\${name:-$(uname -s)}" "$(uname -m)"`,
  `printf 'shell\\t%s\\n' "\${BASH_VERSION:+bash $BASH_VERSION}"`,
  // "sudo -n true" would be written to the machine's log, and mailed to its administrator.
  `if [ "$(id -u)" = 0 ]; then s=root; elif command -v sudo >/dev/null 2>&1; then s=yes; else s=no; fi`,
  `printf 'sudo\\t%s\\n' "$s"`,
].join('; ');

/** Null if it did not tell. */
export async function findSystem(
  executor: Executor,
  signal: AbortSignal,
  shellMs: number,
  redact: (text: string) => string,
): Promise<FoundSystem | null> {
  let text = '';
  const outcome = await executor.run(
    { script: SCRIPT, secrets: new Map(), cwd: null, container: null, tag: `system-${randomUUID()}` },
    {
      output: {
        stdout: (chunk) => {
          if (text.length < MOST_CHARS) text += chunk.toString();
        },
        stderr: () => undefined,
      },
      signal,
      shellMs,
      mayStart: () => Promise.resolve(),
      onStarted: () => undefined,
    },
  );
  return outcome.kind === 'exited' ? readSystem(redact(text)) : null;
}

function readSystem(text: string): FoundSystem | null {
  const said = new Map(
    text.split('\n').map((line) => {
      const [name = '', value = ''] = line.split('\t', 2);
      return [name, value] as const;
    }),
  );
  const sudo = said.get('sudo');
  if (sudo !== 'root' && sudo !== 'yes' && sudo !== 'no') return null;
  const one = (name: string): string => (said.get(name) ?? '').trim().slice(0, SHOWN_CHARS);
  return { os: one('os') || null, shell: one('shell') || 'sh', sudo };
}
