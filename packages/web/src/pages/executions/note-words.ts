/** What was changed in the service itself, as the log has it, but with names for ids: "unfreeze web-1". */
const FREEZE = /^(instance )?(freeze|unfreeze) \(\w+\)(?: machine=(\S+))?(?: token=(\S+))?$/;
const ID = / \([0-9a-z]{26}\)/g;

export function noteWords(template: string, tokens: ReadonlyMap<string, string>, everything: string): string {
  const [, instance = '', deed, machine, token] = FREEZE.exec(template) ?? [];
  if (deed === undefined) return template.replace(ID, '');
  const what = [machine, token === undefined ? undefined : (tokens.get(token) ?? token)].filter(
    (part) => part !== undefined,
  );
  if (instance !== '') return `${instance}${deed}`;
  return `${deed} ${what.length === 0 ? everything : what.join(' · ')}`;
}
