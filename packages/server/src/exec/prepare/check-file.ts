/** Steps 3 to 6 for an order about a file: the same checks in the same order, without what only a command has. */
import { posix } from 'node:path';
import { because, Refusal } from '@synapse/contract';
import type { SecretValue } from '@synapse/runner';
import {
  asksSudo,
  asRoot,
  exactTemplateOf,
  type FileOrder,
  pathOf,
  templateOf,
  workWhereJudged,
} from '../../files/index.ts';
import { KINDS } from '../../machines/kinds.ts';
import type { MachineRecord } from '../../machines/machines.ts';
import type { VaultSnapshot, VaultSnapshots } from '../../vault/vault-snapshot.ts';
import { type DecideOrderServices, decideOrder } from '../decide/decide-order.ts';
import { hidingPrivate } from '../decide/hiding-private.ts';
import { type JudgePlaceServices, judgePlace } from '../decide/judge-place.ts';
import type { CheckedExecution } from '../execution.ts';
import type { Order } from '../order.ts';
import { fileWork, secretsOf } from '../run/file-work.ts';
import { answerSudo, SUDO_VARIABLE } from '../run/sudo/answer-sudo.ts';
import { type SudoSecret, sudoSecretFor } from '../run/sudo/sudo-secret.ts';
import { redactSubject, type SubjectDraft } from '../subject.ts';
import { openVault } from './open-vault.ts';
import { refuseUnbound } from './refuse-unbound.ts';
import type { OrderState } from './state.ts';

export interface ExamineServices extends DecideOrderServices {
  readonly inForce: JudgePlaceServices['inForce'];
  readonly vaultSnapshots: VaultSnapshots;
  readonly maxReturnChars: number;
}

export async function checkFile(
  services: ExamineServices,
  order: Order,
  file: FileOrder,
  state: OrderState,
  subject: SubjectDraft,
): Promise<CheckedExecution> {
  const { target, container } = await state.target;
  subject.commandTemplate = templateOf(file);
  // 5. Resolve the placeholders: those of a text that is to be written.
  const inForce = await state.inForce;
  const vault = await openVault(services.vaultSnapshots, order, inForce.vault);
  Object.assign(subject, redactSubject(subject, vault.redactor));
  const filledIn = secretsOf(file, vault);
  const sudo = asksSudo(file) ? sudoSecretFor(target, vault) : null;
  const secretsUsed = sudo === null ? filledIn : [...new Set([...filledIn, sudo.name])];
  const about = { verb: file.verb, path: pathOf(file), secrets: secretsUsed, sudo: sudo !== null };
  const judgement = async () => (await import('@synapse/judge')).judgeFile(about);
  const clearance = await refuseUnbound(filledIn, vault, target, judgement);
  // 6. Judge.
  const { redactor } = vault;
  const judged = { order, target, container, secrets: secretsUsed, filledIn, inForce, judgement };
  const { policyDecision, confinement } = await decideOrder(services, judged, subject, redactor);
  // No command in a sandbox becomes root.
  const root = confinement === null ? sudo : null;
  const shown = hidingPrivate(vault, policyDecision);
  const done = fileWork(file, shown, clearance, services.maxReturnChars);
  const where = { order, target, container, about };
  const judgedAt = (place: string) => judgePlace(services, { ...where, policyDecision, redactor }, place);
  const again = !('stream' in file) || !/^(write|copy)/.test(file.verb);
  const work = policyDecision === null ? done : workWhereJudged(pathOf(file), done, judgedAt, { again });
  return {
    ...subject,
    order,
    target,
    command: exactTemplateOf(file),
    secretsUsed,
    vault: shown,
    policyDecision,
    confinement,
    job: null,
    resolved: { script: '', secrets: answering(root, vault), cwd: cwdFor(target, file), container },
    fileJob: { order: file, work, asRoot: root === null ? undefined : rootScript(file, root), answer: null },
  };
}

const answering = (sudo: SudoSecret | null, vault: VaultSnapshot): ReadonlyMap<string, SecretValue> =>
  new Map(sudo === null ? [] : [[SUDO_VARIABLE, vault.value(sudo.name, sudo.clearance)]]);

const rootScript =
  (file: FileOrder, { name }: SudoSecret) =>
  (script: string, inputBytes: number | undefined): string => {
    const text = asRoot(script, inputBytes);
    if (text === null) throw new Refusal('file_unusable', { path: pathOf(file), reason: because('file_path_signs') });
    return answerSudo(text, name);
  };

/** An agent may be limited to some folders, so it gets the folder; elsewhere the script changes into it. */
function cwdFor({ kind }: MachineRecord, file: FileOrder): string | null {
  if (!KINDS[kind].isAgent) return null;
  // A folder of root's is no place for the agent's own user to start in.
  if (asksSudo(file)) return '/';
  return file.verb === 'list-folder' || file.verb === 'search-files' ? pathOf(file) : posix.dirname(pathOf(file));
}
