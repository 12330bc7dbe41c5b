/** What the person gives: scopes and machines that can be left out, and for how long. */
import { Button, Checkbox, Group, NumberInput, Radio, Stack } from '@mantine/core';
import { LIMITS } from '@synapse/contract/plans';
import type { Scope } from '@synapse/contract/scopes';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answerConsent, type ConsentQuestion } from '../../api/connections.ts';
import { useText } from '../../i18n/language.tsx';
import { Form } from '../../ui/form.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

interface Props {
  readonly uid: string;
  readonly question: ConsentQuestion;
}

export function ConsentForm({ uid, question }: Props) {
  const { access, consent: text } = useText();
  // Looking is for those who do not give commands: both are never needed.
  const [scopes, setScopes] = useState<readonly Scope[]>(question.scopes.filter((scope) => scope !== 'mcp:look'));
  const [every, setEvery] = useState(true);
  const [machines, setMachines] = useState<readonly string[]>([]);
  const [days, setDays] = useState<number>(LIMITS.connectionDays.default);
  const answering = useMutation({
    mutationFn: (approve: boolean) =>
      answerConsent(
        uid,
        approve
          ? { decision: 'approve', scopes: [...scopes], machines: every ? null : [...machines], days }
          : { decision: 'deny' },
      ),
    onSuccess: ({ continue_at }) => location.replace(continue_at),
  });
  const done = answering.isPending || answering.isSuccess;
  return (
    <Form onSubmit={() => answering.mutate(true)}>
      <Stack>
        <Checkbox.Group
          label={text.scopes}
          value={[...scopes]}
          onChange={(values) => setScopes(question.scopes.filter((scope) => values.includes(scope)))}
        >
          <Stack gap="xs" mt="xs">
            {question.scopes.map((scope) => (
              <Checkbox key={scope} value={scope} label={scope} description={access.unlocks[scope]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Radio.Group
          label={text.machines}
          value={every ? 'every' : 'some'}
          onChange={(value) => setEvery(value === 'every')}
        >
          <Group mt="xs">
            <Radio value="every" label={text.everyMachine} />
            <Radio value="some" label={text.someMachines} />
          </Group>
        </Radio.Group>
        {!every && (
          <Checkbox.Group
            aria-label={text.someMachines}
            value={[...machines]}
            onChange={(values) => setMachines(values)}
          >
            <Stack gap="xs">
              {question.machines.map(({ slug, label }) => (
                <Checkbox key={slug} value={slug} label={label === slug ? slug : `${label} (${slug})`} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <NumberInput
          label={text.howLong}
          value={days}
          onChange={(value) => setDays(Number(value))}
          min={LIMITS.connectionDays.min}
          max={LIMITS.connectionDays.max}
          allowDecimal={false}
          suffix={access.days}
          w={180}
        />
        <ProblemNotice error={answering.error} />
        <Group>
          <Button type="submit" disabled={done || scopes.length === 0}>
            {text.allow}
          </Button>
          <Button variant="default" disabled={done} onClick={() => answering.mutate(false)}>
            {text.refuse}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
