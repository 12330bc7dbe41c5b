/** Which client a command came from: a token by the name that its owner gave it, a connection by who vouches for it. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ClientConnection, connectionsQuery } from '../api/connections.ts';
import type { AuditEntry } from '../api/executions.ts';
import { tokensQuery } from '../api/tokens.ts';
import { useLanguage } from '../i18n/language.tsx';
import { dayAndTime, parseTime } from './time-words.ts';

/** By what the log calls them. */
export function useClientNames(): ReadonlyMap<string, string> {
  const { data: tokens } = useQuery(tokensQuery);
  const { data: connections } = useQuery(connectionsQuery);
  return useMemo(
    () =>
      new Map([
        ...(tokens ?? []).map(({ token_hint, label }) => [token_hint, label ?? token_hint] as const),
        ...(connections ?? []).map((each) => [each.id, connectionName(each)] as const),
      ]),
    [tokens, connections],
  );
}

/** To choose from. A token that was generated anew has the name of the one before: those are told apart by their day. */
export function useClientChoices(): readonly (readonly [hint: string, name: string])[] {
  const { language } = useLanguage();
  const names = useClientNames();
  const { data: tokens = [] } = useQuery(tokensQuery);
  const made = new Map(tokens.map(({ token_hint, created_at }) => [token_hint, parseTime(created_at)]));
  return [...names].map(([hint, name]) => {
    const since = made.get(hint);
    const isAlone = [...names.values()].filter((each) => each === name).length === 1;
    return [hint, isAlone || since === undefined ? name : `${name} · ${dayAndTime(since, language)}`];
  });
}

/** Anybody can call themselves anything, so the host stands beside it. */
export function connectionName({ client_name, client_host }: ClientConnection): string {
  return client_name === null ? client_host : `${client_name} (${client_host})`;
}

/** Who did it, in a crew: the person, and the assistant where there was one. */
export const actorName = ({ username, token_label, client }: NonNullable<AuditEntry['actor']>): string =>
  [username, client ?? token_label].filter((part) => part !== null).join(' · ');
