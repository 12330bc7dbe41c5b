/** The steps of the guide, and whether each has really happened. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { historyQuery } from '../../api/executions.ts';
import { machinesQuery } from '../../api/machines.ts';
import { secretsQuery } from '../../api/secrets.ts';
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
  const { data: machines = [] } = useQuery(machinesQuery);
  const { data: secrets = [] } = useQuery(secretsQuery);
  const { data: history } = useInfiniteQuery(historyQuery({}));
  const ran = history?.pages.some(({ entries }) => entries.some(({ status }) => status !== 'refused')) ?? false;
  return [
    { id: 'machine', done: machines.length > 0, ...home.steps.machine, link: { to: '/machines' } },
    { id: 'secret', done: secrets.length > 0, ...home.steps.secret, link: { to: '/secrets' } },
    { id: 'token', done: active !== undefined, ...home.steps.token, link: AI_ACCESS },
    { id: 'client', done: active?.last_used_at != null, ...home.steps.client, link: AI_ACCESS },
    { id: 'command', done: ran, ...home.steps.command, link: { to: '/run' } },
  ];
}
