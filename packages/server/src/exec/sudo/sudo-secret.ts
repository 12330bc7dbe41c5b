/** Which secret of the vault answers `sudo` in a command, and the command with that answer. */
import { Refusal } from '@synapse/contract';
import type { ResolvedCommand } from '@synapse/runner';
import type { MachineRecord } from '../../machines/machines.ts';
import type { VaultSnapshot } from '../../vault/vault-snapshot.ts';
import { refuseElsewhere } from '../refuse-unbound.ts';
import { answerSudo, SUDO_VARIABLE } from './answer-sudo.ts';

/** The secret leaves the vault only for a command that says so: one that is judged, and asked about, as such. */
export const saysSudo = (command: string): boolean => /\bsudo\b/.test(command);

/** As in `/usr/bin/sudo`. */
export const namesPath = (command: string): boolean => /\/sudo\b/.test(command);

/** Null where none does. Throws secret_missing, or secret_not_here where it may not be used. */
export function sudoSecretOf(machine: MachineRecord, command: string, vault: VaultSnapshot): string | null {
  const { sudoSecret: name, slug } = machine;
  if (name === null || !saysSudo(command)) return null;
  if (!vault.has(name)) throw new Refusal('secret_missing', { name });
  refuseElsewhere(name, vault, { machine: slug, program: 'sudo' });
  return name;
}

type Script = Pick<ResolvedCommand, 'script' | 'secrets'>;

export function withSudoAnswered({ script, secrets }: Script, name: string, vault: VaultSnapshot): Script {
  return { script: answerSudo(script, name), secrets: new Map([...secrets, [SUDO_VARIABLE, vault.value(name)!]]) };
}
