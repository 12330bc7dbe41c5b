/** Whose commands, for administrators: one's own, everybody's, or those of one account. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { meQuery } from '../../api/session.ts';
import { usersQuery } from '../../api/users.ts';
import { useText } from '../../i18n/language.tsx';
import { Filter } from '../../ui/filter.tsx';
import type { HistorySearch } from './history-filter.ts';

const EVERYBODY = '*';

interface Props {
  readonly search: HistorySearch;
  readonly onChange: (change: Readonly<Record<string, unknown>>) => void;
}

export function AccountFilter({ search, onChange }: Props) {
  const { executions: text } = useText();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: users = [] } = useQuery(usersQuery);
  return (
    <Filter
      label={text.account}
      any={text.ownAccount}
      value={search.user ?? (search.all === true ? EVERYBODY : undefined)}
      onChange={(value) => onChange({ all: value === EVERYBODY, user: value === EVERYBODY ? '' : value })}
      choices={[
        [EVERYBODY, text.everybody],
        ...users.filter(({ id }) => id !== me.id).map(({ id, username }) => [id, username] as const),
      ]}
    />
  );
}
