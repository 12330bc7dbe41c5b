/** What a command may look like and where it may run: the checks that need no machine. Pure. */
import { because, type ReasonKey, Refusal } from '@synapse/contract';
import { isValidCwd } from '../../machines/cwd.ts';
import { KINDS } from '../../machines/kinds.ts';
import type { MachineRecord } from '../../machines/machines.ts';
import { nearestNamed } from '../../nearest.ts';

/** A machine in maintenance or disabled runs nothing. */
export function refuseInactive({ status }: MachineRecord): void {
  if (status !== 'active') throw new Refusal('machine_not_active', { statut: status });
}

/** The container to run in, or null for the host itself. */
export function chooseContainer(machine: MachineRecord, wanted: string | undefined): string | null {
  const container = wanted ?? machine.defaultContainer;
  if (container === null) {
    if (!KINDS[machine.kind].hasHost) throw new Refusal('container_required');
    return null;
  }
  const { containers } = machine;
  if (!containers.includes(container)) {
    const none = [{ field: 'container', problem: because('container_none') }];
    throw new Refusal(
      'container_forbidden',
      {},
      containers.length === 0 ? none : nearestNamed('container', container, containers),
    );
  }
  return container;
}

const FORBIDDEN: readonly { readonly pattern: RegExp; readonly hint: ReasonKey }[] = [
  { pattern: /^rtk(\s|$)/, hint: 'prefix_rtk' },
  { pattern: /^(docker|podman)\s+exec(\s|$)/, hint: 'prefix_docker_exec' },
];

/** The service itself compacts output and enters containers. A command that does so too would do it twice. */
export function refusePrefix(command: string): void {
  const text = command.trimStart();
  const found = FORBIDDEN.find(({ pattern }) => pattern.test(text));
  if (found !== undefined) throw new Refusal('prefix_forbidden', { hint: because(found.hint) });
}

/** Words up to a blank, quoted or not. */
const WORDS = /(?:"[^"]*"|'[^']*'|[^\s"'])+/g;
const NEEDS_NO_REPOSITORY = new Set(['--version', 'version', '--help', 'help', '-v', '-h']);

/** Git, unless the command names the repository, or needs none. */
function guessesRepository(command: string): boolean {
  if (!/^\s*git(?:\s|$)/.test(command)) return false;
  const [, ...words] = command.match(WORDS) ?? [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (NEEDS_NO_REPOSITORY.has(word)) return false;
    if (/^-C["']?[/~]/.test(word) || (word === '-C' && /^["']?[/~]/.test(words[at + 1] ?? ''))) return false;
    if (!word.startsWith('-') || word.startsWith('-C')) return true;
    // `-c name=value`
    if (word === '-c') at++;
  }
  return true;
}

/** The directory to run in. Git must not guess a repository, and an agent must not guess anything. */
export function chooseCwd(
  machine: MachineRecord,
  container: string | null,
  wanted: string | undefined,
  command: string,
): string | null {
  if (wanted !== undefined && !isValidCwd(wanted)) throw new Refusal('cwd_invalid');
  const { hasHost, hasHome } = KINDS[machine.kind];
  if (!hasHome && wanted === undefined) throw new Refusal('cwd_required');
  const cwd = wanted ?? machine.defaultCwd;
  const onHost = container === null && hasHost && hasHome;
  if (cwd === null && onHost && guessesRepository(command)) throw new Refusal('cwd_required');
  return cwd;
}
