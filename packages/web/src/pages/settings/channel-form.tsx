/** One channel: whether it works, and the form that sets it. What was stored is never shown again. */
import { Button, Fieldset, Group, PasswordInput, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  type Channel,
  type ChannelKind,
  changeChannel,
  type NotificationSettings,
  putChannels,
  removeChannel,
} from '../../api/channels.ts';
import { useText } from '../../i18n/language.tsx';
import { Form } from '../../ui/form.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

interface Props {
  readonly kind: ChannelKind;
  readonly stored: Channel | undefined;
}

export function ChannelForm({ kind, stored }: Props) {
  const { channels: text, ui } = useText();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const onSettled = (): Promise<void> => queries.invalidateQueries({ queryKey: ['channels'] });
  const [ends, setEnds] = useState(stored?.ends ?? true);
  const saving = useMutation({
    mutationFn: (typed: FormData) => putChannels(settingsOf(kind, typed, ends)),
    onSuccess: () => {
      form.current?.reset();
      notifyDone(text.saved);
    },
    onSettled,
  });
  /** One that is set can be tested at once: its address need not be typed again. */
  const changing = useMutation({
    mutationFn: (wanted: boolean) => changeChannel(kind, wanted),
    onError: () => setEnds(stored?.ends ?? true),
    onSettled,
  });
  const onEnds = (wanted: boolean): void => {
    setEnds(wanted);
    if (stored !== undefined) changing.mutate(wanted);
  };
  const removing = useMutation({ mutationFn: () => removeChannel(kind), onSettled });
  const name = text.kinds[kind];
  return (
    <Form ref={form} onSubmit={(typed) => saving.mutate(typed)} autoComplete="off" data-channel={kind}>
      <Fieldset legend={name} variant="default">
        <Stack gap="sm">
          <ChannelState stored={stored} />
          <TextInput name="url" type="url" label={text.url} description={text.hints[kind]} required maxLength={2000} />
          {kind === 'webhook' && (
            <PasswordInput name="key" label={text.secret} required minLength={16} maxLength={500} autoComplete="off" />
          )}
          {kind === 'ntfy' && <PasswordInput name="key" label={text.token} maxLength={500} autoComplete="off" />}
          <Switch
            label={text.ends}
            aria-label={text.endsOf(name)}
            checked={ends}
            disabled={changing.isPending}
            onChange={({ currentTarget }) => onEnds(currentTarget.checked)}
          />
          <ProblemNotice error={saving.error ?? changing.error ?? removing.error} />
          <Group gap="xs">
            <Button type="submit" variant="default" loading={saving.isPending} aria-label={text.saveOf(name)}>
              {ui.save}
            </Button>
            {stored !== undefined && (
              <Button
                variant="subtle"
                color="red"
                loading={removing.isPending}
                onClick={() => removing.mutate()}
                aria-label={text.removeOf(name)}
              >
                {text.remove}
              </Button>
            )}
          </Group>
        </Stack>
      </Fieldset>
    </Form>
  );
}

function ChannelState({ stored }: Pick<Props, 'stored'>) {
  const { channels: text } = useText();
  if (stored === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {text.unset}
      </Text>
    );
  }
  const { host, delivered_at, problem } = stored;
  return (
    <Text size="sm" className="break">
      {text.set(host)} ·{' '}
      {delivered_at === null ? (
        text.never
      ) : (
        <>
          {text.delivered} <RelativeTime at={delivered_at} />
        </>
      )}
      {problem !== null && (
        <Text span c="red" inherit>
          {' '}
          · {problem}
        </Text>
      )}
    </Text>
  );
}

function settingsOf(kind: ChannelKind, form: FormData, ends: boolean): NotificationSettings {
  const url = String(form.get('url')).trim();
  const key = String(form.get('key') ?? '');
  if (kind === 'webhook') return { webhook: { url, secret: key, ends } };
  if (kind === 'slack') return { slack: { url, ends } };
  return { ntfy: key === '' ? { url, ends } : { url, token: key, ends } };
}
