/** What an entry says that was done: its command, or a change of the service itself in words, with names for ids. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AuditEntry } from '../../api/executions.ts';
import { tokensQuery } from '../../api/tokens.ts';
import { useText } from '../../i18n/language.tsx';
import { isOnNoMachine } from './execution-state.ts';
import { type Note, noteWords } from './note-words.ts';

type Around = Pick<AuditEntry, 'execution_id' | 'command_template'>;
export type Named = Note & Pick<AuditEntry, 'machine'>;

const NONE: readonly Around[] = [];

/** `around`: the entries beside it, among them perhaps the one whose end became known later. */
export function useCommandWords(around: readonly Around[] = NONE): (entry: Named) => string {
  const { executions: text } = useText();
  const { data: tokens } = useQuery(tokensQuery);
  return useMemo(() => {
    const names = {
      tokens: new Map(tokens?.map(({ id, label, token_hint }) => [id, label ?? token_hint])),
      commands: new Map(around.map(({ execution_id, command_template }) => [execution_id, command_template])),
    };
    return (entry) => (isOnNoMachine(entry) ? noteWords(entry, names, text) : entry.command_template);
  }, [around, tokens, text]);
}
