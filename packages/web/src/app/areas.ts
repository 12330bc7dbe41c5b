/** The places of the page, in the order of the menu. */
import type { CrewAction } from '@synapse/contract/crew-roles';
import type { Crew } from '../api/crews.ts';
import type { Me } from '../api/session.ts';
import { CREW } from '../api/workspace.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import type { IconName } from '../ui/icon.tsx';
import { mayIn, runsBy } from '../ui/use-crew.ts';

export interface Area {
  readonly to: string;
  readonly icon: IconName;
  readonly label: (text: Catalogue) => string;
  readonly group: 'pilot' | 'projects' | 'instance';
  readonly adminOnly?: boolean;
  /** Only in one's own workspace, or only in that of a crew. */
  readonly only?: 'own' | 'crew';
  /** What it takes of a member, in a crew. */
  readonly needs?: CrewAction;
}

export const AREAS: readonly Area[] = [
  { to: '/', icon: 'home', label: (text) => text.shell.home, group: 'pilot' },
  { to: '/run', icon: 'run', label: (text) => text.shell.run, group: 'pilot' },
  { to: '/many', icon: 'network', label: (text) => text.shell.many, group: 'pilot', needs: 'run' },
  { to: '/jobs', icon: 'clock', label: (text) => text.shell.jobs, group: 'pilot' },
  { to: '/executions', icon: 'executions', label: (text) => text.shell.executions, group: 'pilot' },
  { to: '/approvals', icon: 'ask', label: (text) => text.shell.approvals, group: 'pilot' },
  { to: '/machines', icon: 'machine', label: (text) => text.shell.machines, group: 'pilot' },
  { to: '/secrets', icon: 'secret', label: (text) => text.shell.secrets, group: 'pilot' },
  { to: '/aliases', icon: 'alias', label: (text) => text.shell.aliases, group: 'pilot' },
  { to: '/savings', icon: 'savings', label: (text) => text.shell.savings, group: 'pilot' },
  { to: '/projects', icon: 'project', label: (text) => text.shell.projects, group: 'projects' },
  { to: '/journal', icon: 'journal', label: (text) => text.shell.journal, group: 'projects' },
  {
    to: '/administration',
    icon: 'admin',
    label: (text) => text.shell.administration,
    group: 'instance',
    adminOnly: true,
    only: 'own',
  },
  { to: '/settings/policy', icon: 'shield', label: (text) => text.crews.policy, group: 'instance', only: 'crew' },
  {
    to: '/settings/notifications',
    icon: 'bell',
    label: (text) => text.settings.sections.notifications,
    group: 'instance',
    only: 'crew',
    needs: 'write-channels',
  },
  { to: '/crew', icon: 'admin', label: (text) => text.crews.title, group: 'instance', only: 'crew' },
  { to: '/settings', icon: 'settings', label: (text) => text.shell.settings, group: 'instance', only: 'own' },
];

/** `crew`: the one whose workspace the page shows. */
export function areasFor(me: Me, crew: Crew | undefined): readonly Area[] {
  const elsewhere = CREW === null ? 'crew' : 'own';
  return AREAS.filter(
    ({ adminOnly, only, needs }) =>
      only !== elsewhere &&
      (adminOnly !== true || me.role === 'admin') &&
      (needs === undefined || mayIn(crew, needs, runsBy(me))),
  );
}
