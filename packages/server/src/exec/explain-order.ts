/** What would become of an order, without running anything: the checks of an execution up to its verdict. */
import type { Explanation, Language } from '@synapse/contract';
import { inLanguage } from '@synapse/contract';
import type { Access } from '../access/access.ts';
import type { Aliases } from '../aliases/aliases.ts';
import type { Clock } from '../clock.ts';
import type { Frozen } from '../freezes/freezes.ts';
import type { Look } from '../look/look.ts';
import type { Machines } from '../machines/machines.ts';
import type { InForce, Judge } from '../policy/index.ts';
import type { VaultSnapshots } from '../vault/vault-snapshot.ts';
import { judgedOrder } from './decide/policy-request.ts';
import { addressOf, type Order } from './order.ts';
import { chooseCwd, refusePrefix } from './prepare/check-command.ts';
import { enterWorkspace } from './prepare/enter-workspace.ts';
import { findTarget } from './prepare/find-target.ts';
import { openVault } from './prepare/open-vault.ts';
import { resolveCommand } from './prepare/resolve-command.ts';

export interface ExplainServices {
  readonly machines: Machines;
  readonly aliases: Aliases;
  readonly inForce: (order: Pick<Order, 'workspaceId' | 'actor'>) => Promise<InForce>;
  readonly access: Pick<Access, 'enter'>;
  readonly vaultSnapshots: VaultSnapshots;
  readonly judgement: Judge['judgement'];
  readonly explain: Judge['explain'];
  readonly look: Pick<Look, 'nameOf'>;
  /** Throws `frozen`. */
  readonly refuseFrozen: (command: Frozen) => Promise<void>;
  readonly clock: Clock;
}

/** An order that is only explained. */
export type ExplainedOrder = Omit<Order, 'request' | 'tokenId' | 'tokenHint' | 'client' | 'signal' | 'onProgress'> & {
  readonly request: Pick<Order['request'], 'machine' | 'command' | 'alias' | 'container' | 'cwd'>;
};

export type ExplainOrder = (order: ExplainedOrder, language: Language) => Promise<Explanation>;

/** Throws the refusal that the command would get before it is judged. */
export async function explainOrder(
  services: ExplainServices,
  given: ExplainedOrder,
  language: Language,
): Promise<Explanation> {
  const order = await enterWorkspace(services.access, given, 'read');
  const { machines, aliases, inForce, vaultSnapshots, explain, clock } = services;
  const { request, workspaceId } = order;
  const { target, container } = await findTarget(machines, order);
  const { command } = await aliases.expand(workspaceId, request, undefined, order.actor?.id);
  refusePrefix(command);
  const cwd = chooseCwd(target, container, request.cwd, command);
  const now = await inForce(order);
  const vault = await openVault(vaultSnapshots, order, now.vault);
  const judgement = services.judgement({
    command,
    cwd,
    isSecret: vault.has,
    workspaceId,
    requestId: order.requestId,
  });
  const { secretsUsed } = await resolveCommand(command, vault, target, judgement);
  const judged = {
    ...judgedOrder(order, target, container, clock()),
    secrets: secretsUsed,
    inForce: now,
    judgement,
  };
  const first = await explain(judged);
  const frozen = { workspaceId, actorId: order.actor?.id, machine: target.slug, tokenId: null };
  // Nothing is asked of a machine that is frozen.
  const find = () =>
    services.refuseFrozen(frozen).then(
      () => services.look.nameOf(target, container),
      () => undefined,
    );
  const enforced = first.confine === null ? undefined : await find();
  const none = enforced === null && first.confine === 'careful';
  const policyDecision = none ? await explain({ ...judged, unconfined: true }) : first;
  const { redactText } = vault.redactor;
  const named = (rule: string | null): string | null => (rule === null ? null : redactText(rule));
  return {
    verdict: policyDecision.verdict,
    rule: named(policyDecision.rule),
    preset: policyDecision.preset,
    effects: [...policyDecision.effects],
    parts: policyDecision.parts.map(({ effects, why, ...part }) => ({
      ...part,
      effects: [...effects],
      rule: named(part.rule),
      why: redactText(inLanguage(why, language)),
      text: redactText(part.text),
    })),
    secrets: [...secretsUsed],
    command_template: redactText(command),
    machine: addressOf(order, target.slug),
    container,
    cwd,
    enforced: enforced ?? null,
  };
}
