/** A policy as text, with what is wrong in it, and what it would have changed. */
import { Button, Group, List, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PolicyReplay, PolicyText } from '../api/policy.ts';
import { Problem } from '../api/problem.ts';
import { useText } from '../i18n/language.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { notifyDone } from './notify.tsx';
import { PolicyDifferences } from './policy-differences.tsx';
import { ProblemNotice } from './problem-notice.tsx';

interface PolicyFormProps {
  readonly stored: PolicyText;
  /** `version`: the one that the text began with. Another one meanwhile refuses it. */
  readonly put: (typed: string, version: number) => Promise<PolicyText>;
  /** What is read anew when another text is in force. */
  readonly query: { readonly queryKey: readonly unknown[] };
  /** What a text would have changed; only for one's own. */
  readonly replay?: (typed: string) => Promise<PolicyReplay>;
}

export function PolicyForm({ stored: now, put, query, replay }: PolicyFormProps) {
  const { policy: text, ui } = useText();
  const queries = useQueryClient();
  const [typed, setTyped] = useState(now.text);
  const [began, setBegan] = useState(now);
  // Nothing is being typed: what is stored is shown. What is being typed is not replaced by it.
  const idle = typed === began.text || typed === now.text;
  if (idle && began !== now) {
    setBegan(now);
    setTyped(now.text);
  }
  const stored = idle ? now : began;
  const { version } = stored;
  const take = (): void => {
    setBegan(now);
    setTyped(now.text);
  };
  const putting = useMutation({
    mutationFn: () => put(typed, version),
    onSuccess: async ({ version: next }) => {
      notifyDone(text.inForce(next));
      await queries.invalidateQueries({ queryKey: query.queryKey });
    },
  });
  const replaying = useMutation({ mutationFn: async () => replay?.(typed) });
  const error = putting.error ?? replaying.error;
  const places = error instanceof Problem ? error.fields : [];
  return (
    <>
      <Textarea
        label={text.text}
        description={version === 0 ? text.none : text.version(version)}
        placeholder={EXAMPLE}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          putting.reset();
          replaying.reset();
        }}
        classNames={{ input: 'mono' }}
        autosize
        minRows={12}
        maxRows={30}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        mb="md"
      />
      <ChangedMeanwhile
        changed={version !== now.version && !putting.isPending}
        take={take}
        keep={() => setBegan(now)}
      />
      <ProblemNotice error={error} />
      {places.length > 0 && (
        <List size="sm" mb="md" aria-label={text.problems}>
          {places.map(({ field, problem }) => (
            <List.Item key={`${field} ${problem}`}>
              <Text component="span" className="mono">
                {field}
              </Text>{' '}
              {problem}
            </List.Item>
          ))}
        </List>
      )}
      <Group mb="md">
        <Button onClick={() => putting.mutate()} loading={putting.isPending} disabled={typed === stored.text}>
          {ui.save}
        </Button>
        {replay !== undefined && (
          <Button variant="default" onClick={() => replaying.mutate()} loading={replaying.isPending}>
            {text.replay}
          </Button>
        )}
      </Group>
      {replaying.data !== undefined && <PolicyDifferences replay={replaying.data} />}
    </>
  );
}

const EXAMPLE = `version: 1
default: open
machines:
  "prod-*": careful
rules:
  - name: deploys need me
    when: { machine: "prod-*", program: [docker, kubectl], effect: change }
    then: ask
`;
