/** Parses the report of a session into its stored state. Pure. */
import { type Part, readScript, TooMuchToRead } from '@synapse/shell';
import type { Reported, SessionState } from './session-script.ts';

/** Variables that each shell sets by itself; and what makes a program load or run something before it begins. */
const NEVER_KEPT =
  /^(?:_|PWD|OLDPWD|SHLVL|PPID|UID|EUID|OPTIND|IFS|PS4|ENV|BASH_ENV|BASHOPTS|SHELLOPTS|SYNAPSE_EXECUTION|LD_.*|DYLD_.*|__synapse.*)$/;
const NAME = /^([A-Za-z_][A-Za-z0-9_]*)(?:=([\s\S]*))?$/;

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Null where nothing can be made of it. `isSecret`: whether a value holds one of the vault's. */
export function readReport(
  report: Readonly<Record<Reported, string>>,
  isSecret: (text: string) => boolean,
): SessionState | null {
  const [before, after] = [readExports(report.before), readExports(report.after)];
  const { cwd, umask } = report;
  if (before === null || after === null || !cwd.startsWith('/') || !/^[0-7]{3,4}$/.test(umask) || isSecret(cwd))
    return null;
  const changed = [...after].filter(([name, value]) => before.get(name) !== value && !isSecret(value));
  return {
    cwd,
    umask,
    exported: Object.fromEntries(changed),
    unset: [...before.keys()].filter((name) => !after.has(name)),
  };
}

/** What `export -p` prints: a command for each variable, quoted so that a shell reads it again. */
function readExports(printed: string): Map<string, string> | null {
  const found = new Map<string, string>();
  try {
    const { list, problem } = readScript(printed);
    if (problem !== null) return null;
    for (const { pipeline } of list.items) {
      const [command] = pipeline.commands;
      if (command?.kind !== 'simple') return null;
      // `export A='b'`, `declare -x A="b"`
      const said = bytesOf(command.words.at(-1)?.parts ?? [], false);
      if (said === null) return null;
      const [, name, value] = NAME.exec(UTF8.decode(said)) ?? [];
      if (name === undefined || value === undefined || NEVER_KEPT.test(name)) continue;
      found.set(name, value);
    }
    return found;
  } catch (error) {
    // A value that is no text is a TypeError.
    if (error instanceof TooMuchToRead || error instanceof TypeError) return null;
    throw error;
  }
}

/** Null where a shell would expand something. Inside `$'…'`, bash writes the bytes of a letter one by one. */
function bytesOf(parts: readonly Part[], ansi: boolean): Buffer | null {
  const bytes: Buffer[] = [];
  for (const part of parts) {
    if (part.kind === 'literal') bytes.push(Buffer.from(part.value));
    else if (part.kind === 'escaped') bytes.push(Buffer.from(part.value, ansi ? 'latin1' : 'utf8'));
    else if (part.kind === 'single' || part.kind === 'double' || part.kind === 'ansi') {
      const inside = bytesOf(part.parts, part.kind === 'ansi');
      if (inside === null) return null;
      bytes.push(inside);
    } else return null;
  }
  return Buffer.concat(bytes);
}
