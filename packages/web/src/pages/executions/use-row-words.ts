/** What every row of a history needs to know, asked for once by the list: a row itself only draws. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useMemo } from 'react';
import type { ListedEntry } from '../../api/executions.ts';
import { meQuery } from '../../api/session.ts';
import { usersQuery } from '../../api/users.ts';
import { amountsIn } from '../../i18n/amounts.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { exactTime, formatOf, shortTime } from '../../ui/time-words.ts';
import { actorName, useClientNames } from '../../ui/use-client-names.ts';
import type { HistorySearch } from './history-filter.ts';
import { type Named, useCommandWords } from './use-command-words.ts';

export interface RowWords {
  readonly text: Catalogue['executions'];
  /** Who: for administrators who look at all accounts, also whose it is. */
  readonly clientOf: (entry: Who) => string;
  /** The command; of a change of the service itself, what was done, with names for ids. */
  readonly commandOf: (entry: Named) => string;
  /** Somebody else's output cannot be opened. */
  readonly isOwn: (entry: ListedEntry) => boolean;
  readonly percent: (share: number) => string;
  readonly ago: (time: number) => string;
  readonly exact: (time: number) => string;
  /** "14:05", on another day "18 Nov 14:05". */
  readonly clock: (time: number) => string;
  readonly addressOf: (id: string) => string;
  /** A plain click; any other is the browser's own, which opens the address elsewhere. */
  readonly onOpen: (event: MouseEvent, id: string) => void;
}

type Who = Pick<ListedEntry, 'user_id' | 'token_hint' | 'source' | 'actor'>;

/** `beside`: what the list shows, if an entry opens beside it; otherwise it opens as a page. */
export function useRowWords(entries: readonly ListedEntry[], beside?: HistorySearch): RowWords {
  const {
    language,
    text: { executions: text, ui },
  } = useLanguage();
  const router = useRouter();
  const names = useClientNames();
  const now = useNow(10_000);
  const { data: me } = useSuspenseQuery(meQuery);
  const commandOf = useCommandWords(entries);
  const { data: users } = useQuery({ ...usersQuery, enabled: entries[0]?.user_id !== undefined });
  return useMemo(() => {
    const owners = new Map(users?.map(({ id, username }) => [id, username]));
    const target = (id: string) =>
      beside === undefined
        ? ({ to: '/executions/$id', params: { id } } as const)
        : ({
            to: '/executions',
            search: { ...beside, open: id },
            // Back closes the panel. From one entry to the next it stays open.
            replace: beside.open !== undefined,
            resetScroll: false,
          } as const);
    return {
      text,
      percent: amountsIn(language).percent,
      clientOf: ({ user_id, token_hint, source, actor }) => {
        if (actor !== undefined) return actorName(actor);
        const client = token_hint === null ? text.sources[source] : (names.get(token_hint) ?? token_hint);
        const owner = user_id === undefined ? undefined : owners.get(user_id);
        return owner === undefined ? client : `${owner} · ${client}`;
      },
      commandOf,
      isOwn: ({ user_id }) => user_id === undefined || user_id === me.id,
      ago: (time) => shortTime(time, now, ui.days),
      exact: exactTime(language),
      clock: (time) => dayOrTime(time, now, language),
      addressOf: (id) => router.buildLocation(target(id)).publicHref,
      onOpen: (event, id) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        void router.navigate(target(id));
      },
    };
  }, [text, ui, language, router, names, now, me.id, users, commandOf, beside]);
}

/** "14:05" today, otherwise "18 Nov, 14:05". */
function dayOrTime(time: number, now: number, language: string): string {
  const isToday = new Date(time).toDateString() === new Date(now).toDateString();
  const day = isToday ? {} : ({ day: 'numeric', month: 'short' } as const);
  return formatOf(language, { ...day, hour: '2-digit', minute: '2-digit' }).format(time);
}
