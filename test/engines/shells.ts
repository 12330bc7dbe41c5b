/** The real shells on which commands are tried: dash, bash, bash --posix, busybox ash (fetched when missing). */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Bootstrap, WAIT } from '@synapse/runner';
import { fetchPackages } from './engines.ts';

export interface Shell {
  readonly name: 'dash' | 'bash' | 'bash --posix' | 'busybox ash';
  readonly program: string;
  /** Arguments before `-c`. */
  readonly args: readonly string[];
}

/** All four, or an error: a missing shell must not count as tried. */
export async function findShells(): Promise<Shell[]> {
  const dash = findProgram('dash');
  const bash = findProgram('bash');
  const busybox = findProgram('busybox') ?? join(await fetchPackages('busybox', ['busybox-static']), 'bin/busybox');
  if (!dash || !bash) throw new Error('dash and bash are needed: install them');
  return [
    { name: 'dash', program: dash, args: [] },
    { name: 'bash', program: bash, args: [] },
    { name: 'bash --posix', program: bash, args: ['--posix'] },
    { name: 'busybox ash', program: busybox, args: ['ash'] },
  ];
}

function findProgram(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** A bootstrap's text with which a shell of any kind waits itself, instead of becoming /bin/sh. */
export const waitingText = ({ argv }: Pick<Bootstrap, 'argv'>): string => argv[2]!.replace(/exec .*$/, WAIT);
