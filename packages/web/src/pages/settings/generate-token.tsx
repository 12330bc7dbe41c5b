/** The form for a new token: scopes by plan with what each allows, validity, label. */
import { Button, Checkbox, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { grantableScopes, LIMITS, PLANS } from '@synapse/contract/plans';
import { SCOPES, type Scope } from '@synapse/contract/scopes';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '../../api/session.ts';
import { type CreatedToken, createToken, type Token, tokensQuery } from '../../api/tokens.ts';
import { useText } from '../../i18n/language.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useCrewReach } from '../../ui/use-crew.ts';

interface Props {
  /** The token that a new one revokes. */
  readonly replaces: Token | undefined;
  readonly onCreated: (token: CreatedToken) => void;
}

export function GenerateToken({ replaces, onCreated }: Props) {
  const { access } = useText();
  const { data: me } = useSuspenseQuery(meQuery);
  const queries = useQueryClient();
  const [scopes, setScopes] = useState<readonly Scope[]>(PLANS[me.plan].scopes);
  const [days, setDays] = useState<number>(LIMITS.tokenValidityDays.default);
  const [label, setLabel] = useState('');
  const creating = useMutation({
    mutationFn: () => createToken({ scopes, validity_days: days, ...(label.trim() === '' ? {} : { label }) }),
    onSuccess: async (created) => {
      onCreated(created);
      await queries.invalidateQueries(tokensQuery);
    },
  });
  const [asking, ask] = useDisclosure(false);
  const byPlan = grantableScopes(me.plan);
  const allowed = grantableScopes(me.plan, useCrewReach());
  const explain = (scope: Scope): string => {
    const what = access.unlocks[scope];
    if (byPlan.includes(scope)) return what;
    return allowed.includes(scope) ? access.inCrews(what) : access.needsPro(what);
  };
  const onSubmit = (): void => {
    if (replaces === undefined) creating.mutate();
    else ask.open();
  };
  return (
    <Form onSubmit={onSubmit}>
      <Stack>
        <Checkbox.Group
          label={access.scopes}
          description={access.scopesOf(PLANS[me.plan].name)}
          value={[...scopes]}
          onChange={(values) => setScopes(SCOPES.filter((scope) => values.includes(scope)))}
        >
          <Stack gap="xs" mt="xs">
            {SCOPES.map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                disabled={!allowed.includes(scope)}
                label={scope}
                description={explain(scope)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group align="flex-end">
          <NumberInput
            label={access.validity}
            value={days}
            onChange={(value) => setDays(Number(value))}
            min={LIMITS.tokenValidityDays.min}
            max={LIMITS.tokenValidityDays.max}
            allowDecimal={false}
            suffix={access.days}
            w={160}
          />
          <TextInput
            label={access.label}
            placeholder={access.labelExample}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
            maxLength={100}
          />
        </Group>
        <ProblemNotice error={creating.error} />
        <Group>
          <Button type="submit" loading={creating.isPending} disabled={scopes.length === 0}>
            {access.generate}
          </Button>
          {replaces !== undefined && (
            <Text size="sm" c="dimmed">
              {access.replaces(replaces.token_hint)}
            </Text>
          )}
        </Group>
      </Stack>
      {replaces !== undefined && (
        <ConfirmDialog
          opened={asking}
          onClose={ask.close}
          question={access.replaceQuestion(replaces.token_hint)}
          consequence={
            <>
              {access.replaceConsequence(replaces.label)}{' '}
              {replaces.last_used_at === null ? (
                access.replaceUnused
              ) : (
                <>
                  {access.lastUse} <RelativeTime at={replaces.last_used_at} />.
                </>
              )}{' '}
              {access.secondClient}
            </>
          }
          confirm={access.generate}
          onConfirm={async () => {
            await creating.mutateAsync();
          }}
        />
      )}
    </Form>
  );
}
