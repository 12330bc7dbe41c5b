/** The suggestions: accept under a code, or reject for good, with what each would save. */

import { Button, Code, Group, Text, TextInput } from '@mantine/core';
import { visibleText } from '@synapse/contract/visible-text';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  acceptSuggestion,
  mineAliases,
  rejectSuggestion,
  type Suggestion,
  suggestionsQuery,
} from '../../api/aliases.ts';
import { useText } from '../../i18n/language.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';

export function Suggestions() {
  const { aliases: text } = useText();
  const queries = useQueryClient();
  const { data: suggestions = [] } = useQuery(suggestionsQuery);
  const mining = useMutation({
    mutationFn: mineAliases,
    onSuccess: () => queries.invalidateQueries(suggestionsQuery),
  });
  const mine = (
    <Button size="xs" variant="light" loading={mining.isPending} onClick={() => mining.mutate()}>
      {text.mine}
    </Button>
  );
  return (
    <Section title={text.suggestions} description={text.suggestionsWhy} actions={mine}>
      <ProblemNotice error={mining.error} />
      {suggestions.length === 0 ? (
        <Text size="sm" c="dimmed" role="status">
          {mining.data === undefined ? text.noSuggestion : text.nothingFound}
        </Text>
      ) : (
        suggestions.map((suggestion) => <SuggestionRow key={suggestion.id} suggestion={suggestion} />)
      )}
    </Section>
  );
}

function SuggestionRow({ suggestion }: { readonly suggestion: Suggestion }) {
  const { aliases: text } = useText();
  const queries = useQueryClient();
  const [code, setCode] = useState(suggestion.code);
  const answering = useMutation({
    mutationFn: (accept: boolean) => (accept ? acceptSuggestion(suggestion.id, code) : rejectSuggestion(suggestion.id)),
    onSuccess: async (_answer, accepted) => {
      await queries.invalidateQueries({ queryKey: ['aliases'] });
      notifyDone(accepted ? text.created(code) : text.rejected(suggestion.code));
    },
  });
  return (
    <div className="suggestion" data-suggestion={suggestion.code}>
      <Group gap="sm" align="center">
        <TextInput
          aria-label={text.codeFor(suggestion.command)}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          maxLength={3}
          w={72}
          classNames={{ input: 'mono' }}
        />
        <div className="grow shrink">
          <Code className="break">{visibleText(suggestion.command)}</Code>
          <Text size="xs" c="dimmed">
            {text.wouldSave(suggestion.count, suggestion.tokens_saved_estimate)}
          </Text>
        </div>
        <Group gap="xs">
          <Button size="xs" loading={answering.isPending} onClick={() => answering.mutate(true)}>
            {text.accept}
          </Button>
          <Button size="xs" variant="default" onClick={() => answering.mutate(false)}>
            {text.reject}
          </Button>
        </Group>
      </Group>
      <ProblemNotice error={answering.error} />
    </div>
  );
}
