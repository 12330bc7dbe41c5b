/** What the command palette offers, and how a few letters find it. */
import { useMantineColorScheme } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { meQuery } from '../api/session.ts';
import { areasFor } from '../app/areas.ts';
import { useLanguage } from '../i18n/language.tsx';
import type { IconName } from '../ui/icon.tsx';
import { useSignOut } from './use-sign-out.ts';

export interface Command {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly run: () => void;
}

export function useCommands(): readonly Command[] {
  const { text, language, speak } = useLanguage();
  const { data: me } = useSuspenseQuery(meQuery);
  const { setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { shell } = text;
  const section = (id: string, label: string, icon: IconName): Command => ({
    id,
    label,
    icon,
    run: () => void navigate({ to: '/settings/$section', params: { section: id } }),
  });
  return [
    ...areasFor(me).map(({ to, icon, label }) => ({
      id: to,
      icon,
      label: label(text),
      run: () => void navigate({ to }),
    })),
    section('ai-access', shell.generateToken, 'key'),
    section('appearance', shell.appearance, 'sun'),
    section('account', shell.account, 'user'),
    { id: 'light', label: shell.schemes.light, icon: 'sun', run: () => setColorScheme('light') },
    { id: 'dark', label: shell.schemes.dark, icon: 'moon', run: () => setColorScheme('dark') },
    {
      id: 'language',
      label: shell.otherLanguage,
      icon: 'settings',
      run: () => speak(language === 'fr' ? 'en' : 'fr'),
    },
    { id: 'sign-out', label: shell.signOut, icon: 'external', run: signOut },
  ];
}

/** Commands whose words contain every wanted word, without regard to case and accents. */
export function matching(commands: readonly Command[], wanted: string): readonly Command[] {
  const words = plain(wanted).split(' ').filter(Boolean);
  return commands.filter(({ label }) => words.every((word) => plain(label).includes(word)));
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
