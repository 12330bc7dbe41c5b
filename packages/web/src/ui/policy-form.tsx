/** A policy as text, with what is wrong in it at its line, and beside it what it would have changed. */
import '../app/policy.css';
import { Alert, Button, Group, List, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { PolicyReplay, PolicyText } from '../api/policy.ts';
import { Problem } from '../api/problem.ts';
import type { CodeProblem } from '../code/code-editor.tsx';
import { CodeField } from '../code/code-field.tsx';
import { yamlMode } from '../code/modes.ts';
import { useText } from '../i18n/language.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { Icon } from './icon.tsx';
import { notifyDone } from './notify.tsx';
import { completePolicy } from './policy-completion.ts';
import { PolicyDifferences } from './policy-differences.tsx';
import { PolicyPresets } from './policy-presets.tsx';
import { problemKind } from './problem-kind.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { usePolicyNames } from './use-policy-names.ts';

interface PolicyFormProps {
  readonly stored: PolicyText;
  /** `version`: the one that the text began with. Another one meanwhile refuses it. */
  readonly put: (typed: string, version: number) => Promise<PolicyText>;
  /** What is read anew when another text is in force. */
  readonly query: { readonly queryKey: readonly unknown[] };
  /** What a text would have changed; only for one's own. */
  readonly replay?: ((typed: string) => Promise<PolicyReplay>) | undefined;
  /** Of a crew, for members who may not change it. */
  readonly readOnly?: boolean;
}

export function PolicyForm({ stored: now, put, query, replay, readOnly = false }: PolicyFormProps) {
  const { policy: text, ui } = useText();
  const queries = useQueryClient();
  const names = usePolicyNames();
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
  const problems = useMemo(() => problemsOf(error), [error]);
  return (
    <div className="policy">
      <div>
        <Text size="xs" c="dimmed" mb={6}>
          {version === 0 ? text.none : text.version(version)}
        </Text>
        <CodeField
          label={text.text}
          // What may be typed is said when the editor is made.
          key={String(readOnly)}
          readOnly={readOnly}
          value={typed}
          onChange={(value) => {
            setTyped(value);
            putting.reset();
            replaying.reset();
          }}
          mode={yamlMode}
          wraps
          problems={problems}
          complete={(before) => completePolicy(before, names, text.words)}
          example={EXAMPLE}
        />
        <ChangedMeanwhile
          changed={version !== now.version && !putting.isPending}
          take={take}
          keep={() => setBegan(now)}
        />
        {problems.length === 0 ? (
          <ProblemNotice error={error} />
        ) : (
          <Alert
            role="alert"
            color="red"
            mt="sm"
            title={ui.problems[problemKind(error)]}
            icon={<Icon name="warning" />}
          >
            <List size="sm" aria-label={text.problems}>
              {problems.map(({ line, column, message }) => (
                <List.Item key={`${line}:${column} ${message}`}>
                  <span className="mono">
                    {line}:{column}
                  </span>{' '}
                  {message}
                </List.Item>
              ))}
            </List>
          </Alert>
        )}
        {!readOnly && (
          <Group mt="md">
            <Button onClick={() => putting.mutate()} loading={putting.isPending} disabled={typed === stored.text}>
              {ui.save}
            </Button>
          </Group>
        )}
      </div>
      <div>
        {replay !== undefined && (
          <section className="policy-aside">
            <Title order={3}>{text.aside}</Title>
            <Text size="xs" c="dimmed" mb="xs">
              {text.asideWhy}
            </Text>
            <Button variant="default" mb="md" onClick={() => replaying.mutate()} loading={replaying.isPending}>
              {text.replay}
            </Button>
            {replaying.data !== undefined && <PolicyDifferences replay={replaying.data} />}
          </section>
        )}
        <PolicyPresets />
      </div>
    </div>
  );
}

/** Where the service says that something is wrong: `line:column`, and what. */
function problemsOf(error: Error | null): readonly CodeProblem[] {
  if (!(error instanceof Problem)) return [];
  return error.fields.flatMap(({ field, problem }) => {
    const [, line, column] = /^(\d+):(\d+)$/.exec(field) ?? [];
    return line === undefined ? [] : [{ line: Number(line), column: Number(column), message: problem }];
  });
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
