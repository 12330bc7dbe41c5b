/** The steps of the guide, and whether each has really happened. */
import { PLANS } from '@synapse/contract/plans';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { connectionsQuery } from '../../api/connections.ts';
import { latestQuery } from '../../api/executions.ts';
import { machinesQuery } from '../../api/machines.ts';
import { secretsQuery } from '../../api/secrets.ts';
import { meQuery } from '../../api/session.ts';
import { tokensQuery } from '../../api/tokens.ts';
import { useText } from '../../i18n/language.tsx';

export interface Step {
  readonly id: string;
  readonly done: boolean;
  readonly title: string;
  readonly why: string;
  readonly action: string;
  readonly link: { readonly to: string; readonly params?: Readonly<Record<string, string>>; readonly hash?: string };
}

const AI_ACCESS = { to: '/settings/$section', params: { section: 'ai-access' } } as const;

/** Null while that is not known. Only what the person's plan allows is asked of them. */
export function useSteps(): readonly Step[] | null {
  const { home } = useText();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: tokens } = useQuery({ ...tokensQuery, refetchInterval: 4000 });
  const { data: connections = [] } = useQuery(connectionsQuery);
  // A client that was connected by OAuth needs no token. What was done once is not asked for again: tokens that were
  // revoked or replaced count.
  const clients = [...(tokens ?? []), ...connections];
  const { data: machines } = useQuery(machinesQuery);
  const { data: secrets } = useQuery(secretsQuery);
  const { data: history } = useQuery(latestQuery());
  const ran = history?.entries.some(({ status }) => status !== 'refused') ?? false;
  if (tokens === undefined || machines === undefined || secrets === undefined || history === undefined) return null;
  const mayRun = PLANS[me.plan].scopes.includes('mcp:synapse');
  const steps = [
    { id: 'machine', done: machines.length > 0, ...home.steps.machine, link: { to: '/machines' } },
    { id: 'secret', done: secrets.length > 0, ...home.steps.secret, link: { to: '/secrets' } },
    { id: 'token', done: clients.length > 0, ...home.steps.token, link: AI_ACCESS },
    {
      id: 'client',
      done: clients.some(({ last_used_at }) => last_used_at !== null),
      ...home.steps.client,
      link: AI_ACCESS,
    },
    { id: 'command', done: ran, ...home.steps.command, link: { to: '/run' } },
  ];
  return mayRun ? steps : steps.filter(({ id }) => id === 'token' || id === 'client');
}
