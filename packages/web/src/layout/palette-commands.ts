/** What the command palette offers, and how a few letters find it. */
import { useMantineColorScheme } from '@mantine/core';
import type { CrewAction } from '@synapse/contract/crew-roles';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { aliasesQuery } from '../api/aliases.ts';
import { addFreeze } from '../api/freezes.ts';
import { machinesQuery, testMachine } from '../api/machines.ts';
import { projectsQuery } from '../api/projects.ts';
import { secretsQuery } from '../api/secrets.ts';
import { meQuery } from '../api/session.ts';
import { areasFor } from '../app/areas.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import { useLanguage } from '../i18n/language.tsx';
import type { IconName } from '../ui/icon.tsx';
import { machineName } from '../ui/machine-name.ts';
import { notifyDone, notifyWarning } from '../ui/notify.tsx';
import { problemText } from '../ui/problem-words.ts';
import { NEW } from '../ui/use-adding.ts';
import { mayIn, runsBy, useCrew } from '../ui/use-crew.ts';
import { useSignOut } from './use-sign-out.ts';

export interface Command {
  readonly id: string;
  readonly label: string;
  /** Its kind. */
  readonly sort: string;
  readonly icon: IconName;
  readonly run: () => void;
}

type May = (action: CrewAction) => boolean;

/** `all`: also what is only found by its name, because there is so much of it. */
export function useCommands(onHelp: () => void, all: boolean): readonly Command[] {
  const { text, language, speak } = useLanguage();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: machines = [] } = useQuery(machinesQuery);
  const { data: projects = [] } = useQuery(projectsQuery);
  const { data: secrets = [] } = useQuery(secretsQuery);
  const { data: aliases = [] } = useQuery(aliasesQuery);
  const crew = useCrew();
  const may: May = (action) => mayIn(crew, action, runsBy(me));
  const { setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { shell } = text;
  const act = (id: string, label: string, icon: IconName, run: () => void): Command => ({
    id,
    label,
    icon,
    run,
    sort: shell.sorts.action,
  });
  const add = (to: string, label: string): Command =>
    act(`${to}#${NEW}`, label, 'plus', () => void navigate({ to, hash: NEW }));
  const section = (id: string, label: string, icon: IconName): Command =>
    act(id, label, icon, () => void navigate({ to: '/settings/$section', params: { section: id } }));
  return [
    ...areasFor(me, crew).map(({ to, icon, label }) => ({
      id: to,
      icon,
      label: label(text),
      sort: shell.sorts.page,
      run: () => void navigate({ to }),
    })),
    ...(may('write-machines') ? [add('/machines', text.machines.add)] : []),
    ...(may('write-secrets') ? [add('/secrets', text.secrets.add)] : []),
    ...(may('write-aliases') ? [add('/aliases', text.aliases.add)] : []),
    ...(may('write-projects') ? [add('/projects', text.projects.add)] : []),
    section('ai-access', shell.generateToken, 'key'),
    section('policy', text.settings.sections.policy, 'shield'),
    ...(may('write-channels') ? [section('notifications', text.settings.sections.notifications, 'bell')] : []),
    section('appearance', text.settings.sections.appearance, 'sun'),
    section('account', shell.account, 'user'),
    section('security', text.settings.sections.security, 'shield'),
    act('light', shell.schemes.light, 'sun', () => setColorScheme('light')),
    act('dark', shell.schemes.dark, 'moon', () => setColorScheme('dark')),
    act('language', shell.otherLanguage, 'settings', () => speak(language === 'fr' ? 'en' : 'fr')),
    ...(may('freeze') ? [act('freeze', text.freeze.button, 'freeze', pressFreeze)] : []),
    act('shortcuts', shell.shortcuts.open, 'keyboard', onHelp),
    act('sign-out', shell.signOut, 'leave', signOut),
    ...machines.map((each) => ({
      id: `machine-${each.slug}`,
      icon: 'run' as const,
      sort: shell.sorts.machine,
      label: shell.consoleOn(machineName(each)),
      run: () => void navigate({ to: '/run', search: { machine: each.slug } }),
    })),
    ...(all
      ? machines.flatMap(({ slug }) =>
          onMachine(slug, text, may, () => void navigate({ to: '/machines', search: { open: slug } })),
        )
      : []),
    ...projects.map(({ id, name }) => ({
      id: `project-${id}`,
      icon: 'project' as const,
      sort: shell.sorts.project,
      label: name,
      run: () => void navigate({ to: '/projects/$id', params: { id: String(id) } }),
    })),
    ...secrets.map(({ name }) => ({
      id: `secret-${name}`,
      icon: 'secret' as const,
      sort: shell.sorts.secret,
      label: name,
      run: () => void navigate({ to: '/secrets', search: { open: name } }),
    })),
    ...aliases.map(({ code, command }) => ({
      id: `alias-${code}`,
      icon: 'alias' as const,
      sort: shell.sorts.alias,
      label: `@${code} ${command}`,
      run: () => void navigate({ to: '/aliases' }),
    })),
  ];
}

/** What can be done with a machine without going anywhere. */
function onMachine(slug: string, text: Catalogue, may: May, open: () => void): readonly Command[] {
  const { shell, freeze, machines } = text;
  const tell = (error: unknown): void => notifyWarning(`${slug} · ${problemText(error, text)}`);
  const act = (id: string, label: string, icon: IconName, run: () => void): Command => ({
    id: `${id}-${slug}`,
    label,
    icon,
    run,
    sort: shell.sorts.machine,
  });
  const test = async (): Promise<void> => {
    const { ok, message } = await testMachine(slug);
    if (ok) notifyDone(`${slug} · ${machines.reached}`);
    else notifyWarning(`${slug} · ${message ?? ''}`);
  };
  return [
    act('open', shell.showMachine(slug), 'machine', open),
    ...(may('write-machines') ? [act('test', shell.testMachine(slug), 'plug', () => void test().catch(tell))] : []),
    ...(may('freeze')
      ? [
          act('freeze', shell.freezeMachine(slug), 'freeze', () => {
            addFreeze({ machine: slug }).then(() => notifyDone(freeze.frozen.machine(slug)), tell);
          }),
        ]
      : []),
    act('copy', shell.copyName(slug), 'copy', () => void navigator.clipboard?.writeText(slug)),
  ];
}

/** The button in the bar asks before anything is frozen. */
function pressFreeze(): void {
  document.querySelector<HTMLButtonElement>('.freeze-button')?.click();
}

/** Commands that contain every wanted word, ignoring case and accents. */
export function matching(commands: readonly Command[], wanted: string): readonly Command[] {
  const words = plain(wanted).split(' ').filter(Boolean);
  return commands.filter(({ label }) => words.every((word) => plain(label).includes(word)));
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
