/** Where a secret is used: the machines it opens, the aliases and the last commands that use it. */

import { Badge, Group, Stack, Text } from '@mantine/core';
import { visibleText } from '@synapse/contract/visible-text';
import type { UsedSecret } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';
import { CommandLine } from '../../ui/command-line.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LinkAnchor } from '../../ui/links.tsx';

interface Props {
  readonly name: string;
  readonly uses: UsedSecret['used_by'];
}

export function SecretUses({ name, uses }: Props) {
  const { secrets: text } = useText();
  const { machines, aliases, executions } = uses;
  if (machines.length + aliases.length + executions.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {text.unused}
      </Text>
    );
  }
  return (
    <Stack gap={4}>
      {machines.length + aliases.length > 0 && (
        <Group gap={6}>
          {machines.map((slug) => (
            <LinkAnchor
              key={slug}
              to="/machines"
              search={{ open: slug }}
              underline="never"
              aria-label={text.usedByMachine(slug)}
            >
              <Badge variant="default" leftSection={<Icon name="machine" size={12} />} className="link-badge">
                {slug}
              </Badge>
            </LinkAnchor>
          ))}
          {aliases.map((code) => (
            <LinkAnchor key={code} to="/aliases" underline="never" aria-label={text.usedByAlias(code)}>
              <Badge variant="default" leftSection={<Icon name="alias" size={12} />} className="link-badge">
                @{code}
              </Badge>
            </LinkAnchor>
          ))}
        </Group>
      )}
      {executions.map(({ execution_id, command_template }) => (
        <LinkAnchor
          key={execution_id}
          to="/executions/$id"
          params={{ id: execution_id }}
          underline="hover"
          c="inherit"
          title={visibleText(command_template)}
          className="one-line"
        >
          <CommandLine command={command_template} />
        </LinkAnchor>
      ))}
      {executions.length > 0 && (
        <LinkAnchor to="/executions" search={{ q: name }} underline="hover" size="sm">
          {text.allCommands}
        </LinkAnchor>
      )}
    </Stack>
  );
}
