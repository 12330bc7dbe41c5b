/** Where the person hears of what waits: a webhook, Slack, ntfy; each can be tried. */
import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { channelsQuery, testChannels } from '../../api/channels.ts';
import { CREW } from '../../api/workspace.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { ChannelForm } from './channel-form.tsx';

const KINDS = ['webhook', 'slack', 'ntfy'] as const;

export function NotificationsSection() {
  const {
    language,
    text: { channels: text },
  } = useLanguage();
  const channels = useQuery(channelsQuery(language));
  const testing = useMutation({ mutationFn: testChannels });
  return (
    <Section title={text.title} titleHidden={CREW !== null} description={text.why}>
      <Loaded query={channels}>
        {(list) => (
          <Stack gap="lg">
            {KINDS.map((kind) => (
              <ChannelForm key={kind} kind={kind} stored={list.find((channel) => channel.kind === kind)} />
            ))}
            {list.length > 0 && (
              <div>
                <Button
                  variant="default"
                  leftSection={<Icon name="bell" size={16} />}
                  loading={testing.isPending}
                  onClick={() => testing.mutate()}
                >
                  {text.test}
                </Button>
                <div role="status">
                  {testing.data?.tests.map(({ kind, problem }) => (
                    <Text key={kind} size="sm" mt="xs" c={problem === null ? undefined : 'red'} className="break">
                      {problem === null ? text.arrived(text.kinds[kind]) : text.failed(text.kinds[kind], problem)}
                    </Text>
                  ))}
                </div>
                <ProblemNotice error={testing.error} />
              </div>
            )}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}
