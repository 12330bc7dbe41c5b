/** The steps of the guide, and whether each really happened. */
import { useQuery } from '@tanstack/react-query';
import { tokensQuery } from '../../api/tokens.ts';
import { useText } from '../../i18n/language.tsx';

export interface Step {
  readonly id: string;
  readonly done: boolean;
  readonly title: string;
  readonly why: string;
  readonly action: string;
  readonly link: { readonly to: string; readonly params?: Readonly<Record<string, string>> };
}

const AI_ACCESS = { to: '/settings/$section', params: { section: 'ai-access' } } as const;

export function useSteps(): readonly Step[] {
  const { home } = useText();
  const { data: tokens = [] } = useQuery({ ...tokensQuery, refetchInterval: 4000 });
  const active = tokens.find(({ status }) => status === 'active');
  return [
    { id: 'token', done: active !== undefined, ...home.steps.token, link: AI_ACCESS },
    { id: 'client', done: active?.last_used_at != null, ...home.steps.client, link: AI_ACCESS },
  ];
}
