/** What was changed in the service itself, as the log has it, but with names for ids: "unfreeze web-1". */
import type { AuditEntry } from '../../api/executions.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';

const FREEZE = /^(instance )?(freeze|unfreeze) \(\w+\)(?: machine=(\S+))?(?: token=(\S+))?$/;
const ID = / \([0-9a-z]{26}\)/g;

export type Note = Pick<AuditEntry, 'command_template' | 'reconciles'>;

interface Names {
  /** By their ids. */
  readonly tokens: ReadonlyMap<string, string>;
  /** By the ids of their executions. */
  readonly commands: ReadonlyMap<string, string>;
}

export function noteWords(
  { command_template: template, reconciles }: Note,
  { tokens, commands }: Names,
  { everything, endKnown }: Pick<Catalogue['executions'], 'everything' | 'endKnown'>,
): string {
  if (reconciles !== null) return endKnown(commands.get(reconciles) ?? null);
  const [, instance = '', deed, machine, token] = FREEZE.exec(template) ?? [];
  if (deed === undefined) return template.replace(ID, '');
  const what = [machine, token === undefined ? undefined : (tokens.get(token) ?? token)].filter(
    (part) => part !== undefined,
  );
  if (instance !== '') return `${instance}${deed}`;
  return `${deed} ${what.length === 0 ? everything : what.join(' · ')}`;
}
