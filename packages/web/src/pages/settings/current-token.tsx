/** The active token: what it may do, how long it is valid, how much of the day's quota is used. */
import { Badge, DataList, Group, Progress, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { revokeToken, type Token, tokensQuery } from '../../api/tokens.ts';
import { useText } from '../../i18n/language.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { State } from '../../ui/state.tsx';

export function CurrentToken({ token }: { readonly token: Token }) {
  const { access, ui } = useText();
  const queries = useQueryClient();
  const revoke = async (): Promise<void> => {
    await revokeToken(token.id);
    await queries.invalidateQueries(tokensQuery);
    notifyDone(access.revoked(token.token_hint));
  };
  const facts = [
    [access.hint, <code key="hint">{token.token_hint}</code>],
    [access.label, token.label ?? ui.none],
    [
      access.lastUse,
      token.last_used_at === null ? access.neverUsed : <RelativeTime key="use" at={token.last_used_at} />,
    ],
    [access.expires, <RelativeTime key="end" at={token.expires_at} />],
  ] as const;
  return (
    <div className="current-token" data-testid="current-token">
      <Group justify="space-between" mb="sm">
        <Group gap="xs">
          <State state="ok">{access.active}</State>
          {token.scopes.map((scope) => (
            <Badge key={scope} variant="default" tt="none">
              {scope}
            </Badge>
          ))}
        </Group>
        <ConfirmButton
          label={access.revoke}
          size="xs"
          question={access.revokeQuestion(token.token_hint)}
          consequence={access.revokeConsequence}
          confirm={access.revoke}
          onConfirm={revoke}
        />
      </Group>
      <DataList>
        {facts.map(([label, value]) => (
          <DataList.Item key={label}>
            <DataList.ItemLabel>{label}</DataList.ItemLabel>
            <DataList.ItemValue>{value}</DataList.ItemValue>
          </DataList.Item>
        ))}
      </DataList>
      <Text size="sm" mt="sm" mb={4}>
        {access.usedToday(token.calls_today, token.daily_quota)}
      </Text>
      <Progress
        value={Math.min(100, (100 * token.calls_today) / token.daily_quota)}
        aria-label={access.usedToday(token.calls_today, token.daily_quota)}
      />
    </div>
  );
}
