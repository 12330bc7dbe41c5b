/** One secret on one line: what it is for, where it may be used, what uses it, and when. The whole line opens it. */
import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { UsedSecret } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';
import { TimeAgo } from '../../ui/relative-time.tsx';
import { Dot } from '../../ui/state.tsx';
import { expiryState } from './expiry-state.ts';
import type { SecretSearch } from './secret-address.ts';
import { namesOf } from './secret-filter.ts';
import { SecretMenu } from './secret-menu.tsx';

interface Props {
  readonly secret: UsedSecret;
  readonly folders: readonly string[];
  readonly search: SecretSearch;
  readonly chosen: boolean;
  readonly beside: boolean;
  readonly marked: boolean;
  readonly now: number;
  /** Missing where this person may not move secrets. */
  readonly onMark: ((on: boolean) => void) | undefined;
}

export function SecretRow({ secret, folders, search, chosen, beside, marked, now, onMark }: Props) {
  const { secrets: text } = useText();
  const { name, description, updated_at, last_used_at, reminder, used_by } = secret;
  const users = namesOf(secret);
  const state = expiryState(secret);
  const bound = [...(secret.machines ?? []), ...(secret.programs ?? [])].join(', ');
  return (
    <li className="row secret-grid" data-secret={name} data-chosen={chosen ? true : undefined}>
      <span className="row-more secret-mark-box">
        {onMark !== undefined && (
          <Checkbox
            size="xs"
            aria-label={text.mark(name)}
            checked={marked}
            data-mark
            onChange={(event) => onMark(event.currentTarget.checked)}
          />
        )}
      </span>
      <span className="secret-name">
        <Dot state={state} />
        <span className="visually-hidden">{reminder === null ? text.expiry[state] : ''}</span>
        <Link
          to="/secrets"
          search={{ ...search, open: name }}
          replace={beside && search.open !== undefined}
          resetScroll={false}
          className="row-link one-line mono"
          aria-current={chosen ? true : undefined}
        >
          {name}
        </Link>
        {reminder !== null && (
          <span className="state-word secret-word" data-state={state}>
            {text.reminders[reminder]}
          </span>
        )}
        {description !== null && <span className="secret-description one-line">{description}</span>}
      </span>
      <span className="secret-bound one-line" title={bound}>
        {bound === '' ? text.anywhere : bound}
      </span>
      <span className="secret-users one-line" title={users.join(', ')}>
        {users.length > 0 ? users.join(', ') : used_by.executions.length > 0 ? text.byCommands : text.unused}
      </span>
      <span className="secret-when secret-used">
        {last_used_at === null ? text.never : <TimeAgo at={last_used_at} now={now} />}
      </span>
      <span className="secret-when secret-changed">
        <TimeAgo at={updated_at} now={now} />
      </span>
      <span className="row-more">
        <SecretMenu secret={secret} folders={folders} />
      </span>
    </li>
  );
}
