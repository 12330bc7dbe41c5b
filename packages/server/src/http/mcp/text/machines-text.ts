/** Machines as text: one line each, with what matters before a command is sent there. */
import type { Machine } from '@synapse/contract';
import { moreRows } from './rows-text.ts';

type Row = Omit<Machine, 'agent'> & { readonly crew?: string | null | undefined };

export function machinesText(answer: { readonly machines: readonly Row[]; readonly next_offset?: unknown }): string {
  return [...answer.machines.map(machineLine), ...moreRows(answer)].join('\n') || 'no machines';
}

/** `web1 · online · ssh · sandbox bubblewrap · #prod #web`. */
function machineLine({ slug, label, kind, tags, containers, crew, ...rest }: Row): string {
  const { default_container, default_cwd, statut, confirmed, connected, look } = rest;
  const parts = [
    crew == null ? slug : `${crew}/${slug}`,
    connected ? 'online' : 'not reached yet',
    kind,
    label === slug ? null : label,
    statut === 'active' ? null : statut,
    confirmed ? null : 'not confirmed by a person',
    default_cwd === null ? null : `in ${default_cwd}`,
    containers.length === 0
      ? null
      : `containers ${containers.map((name) => (name === default_container ? `${name} (default)` : name)).join(' ')}`,
    look == null ? null : `sandbox ${look}`,
    tags.length === 0 ? null : tags.map((tag) => `#${tag}`).join(' '),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}
