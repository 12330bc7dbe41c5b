/** What a command would do, each effect by icon, colour and word. */
import { Badge, Group } from '@mantine/core';
import type { Approval } from '../../api/approvals.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';

type Effect = Approval['effects'][number];

const LOOKS: Readonly<Record<Effect, readonly [color: string, icon: IconName]>> = {
  read: ['teal', 'eye'],
  change: ['synapse', 'edit'],
  network: ['synapse', 'network'],
  privileged: ['orange', 'admin'],
  sensitive: ['orange', 'key'],
  catastrophe: ['red', 'warning'],
  opaque: ['gray', 'ask'],
};

export function EffectBadges({ effects }: { readonly effects: readonly Effect[] }) {
  const { approvals: text } = useText();
  return (
    <Group gap={12}>
      {effects.map((effect) => {
        const [color, icon] = LOOKS[effect];
        return (
          <Badge
            key={effect}
            color={color}
            variant="light"
            leftSection={<Icon name={icon} size={12} />}
            data-effect={effect}
          >
            {text.effectWords[effect]}
          </Badge>
        );
      })}
    </Group>
  );
}
