/** The access review: who can do what in the crew, whether they use it, and for each the answer: keep or remove. */
import { Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accessQuery, type Crew, type CrewAccess, removeMember } from '../../api/crews.ts';
import { meQuery } from '../../api/session.ts';
import { useText } from '../../i18n/language.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { FullTime, RelativeTime } from '../../ui/relative-time.tsx';
import { Section } from '../../ui/section.tsx';
import { State } from '../../ui/state.tsx';

export function AccessSection({ crew }: { readonly crew: Crew }) {
  const { crews: text } = useText();
  const access = useQuery(accessQuery(crew.slug));
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  return (
    <Section title={text.access} description={text.accessWhy}>
      <Loaded query={access}>
        {(list) => (
          <>
            <Text size="sm" role="status">
              {text.accessDone(list.filter(({ username }) => kept.has(username)).length, list.length)}
            </Text>
            <ul className="people">
              {list.map((each) => (
                <AccessRow
                  key={each.username}
                  crew={crew}
                  access={each}
                  kept={kept.has(each.username)}
                  onKeep={() => setKept(new Set([...kept, each.username]))}
                />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Section>
  );
}

interface RowProps {
  readonly crew: Crew;
  readonly access: CrewAccess;
  readonly kept: boolean;
  readonly onKeep: () => void;
}

function AccessRow({ crew, access, kept, onKeep }: RowProps) {
  const { crews: text } = useText();
  const { data: me } = useSuspenseQuery(meQuery);
  const queries = useQueryClient();
  const { username, role, source, until, machines, last_used_at: used, tokens, connections, due } = access;
  const remove = async (): Promise<void> => {
    await removeMember(crew.slug, username);
    await queries.invalidateQueries({ queryKey: ['crews'] });
    notifyDone(text.removed(username));
  };
  return (
    <li className="person person-tall" data-access={username} data-kept={kept ? true : undefined}>
      <div className="grow shrink">
        <Group gap={8}>
          <Text size="sm" fw={600} className="break">
            {username}
          </Text>
          <Text size="sm" c="dimmed">
            {text.roles[role]}
            {source !== 'member' && ` · ${text.sources[source]}`}
          </Text>
          {kept ? <State state="ok">{text.kept}</State> : due && <State state="wait">{text.due}</State>}
        </Group>
        <Facts labelWidth="140px">
          <Fact label={text.used}>{used === null ? text.unused : <RelativeTime at={used} />}</Fact>
          <Fact label={text.until}>{until === null ? null : <FullTime at={until} />}</Fact>
          <Fact label={text.usedMachines}>{machines.length === 0 ? null : machines.join(', ')}</Fact>
          <Fact label={text.assistants}>{[...tokens, ...connections].join(', ') || text.noAssistant}</Fact>
        </Facts>
      </div>
      <Group gap={6} wrap="nowrap" className="whole">
        <Button size="xs" variant="default" disabled={kept} onClick={onKeep} aria-label={text.keepOf(username)}>
          {text.keep}
        </Button>
        {username !== me.username && (
          <ConfirmButton
            size="xs"
            label={text.removeShort}
            ariaLabel={text.removeOf(username)}
            question={text.removeOf(username)}
            consequence={text.removeWhy}
            confirm={text.removeShort}
            onConfirm={remove}
          />
        )}
      </Group>
    </li>
  );
}
