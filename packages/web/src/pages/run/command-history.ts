/** Earlier commands of the console, by arrow up: those of this person, the newest first, each once. */
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { latestQuery } from '../../api/executions.ts';

export interface CommandHistory {
  /** The command before or after the one shown; null if there is none. */
  readonly step: (by: 1 | -1, shown: string) => string | null;
}

export function useCommandHistory(): CommandHistory {
  const entries = useQuery(latestQuery()).data?.entries ?? [];
  const place = useRef({ at: -1, draft: '', shown: '' });
  const earlier = [
    ...new Set(entries.filter(({ source }) => source === 'app').map(({ command_template }) => command_template)),
  ];
  return {
    step: (by, shown) => {
      const now = place.current;
      // What was typed since then is where the way back leads.
      if (shown !== now.shown) place.current = { at: -1, draft: shown, shown };
      const at = place.current.at + by;
      const command = at === -1 ? place.current.draft : earlier[at];
      if (at < -1 || command === undefined) return null;
      place.current = { ...place.current, at, shown: command };
      return command;
    },
  };
}
