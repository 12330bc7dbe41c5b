/** What each preset makes of three commands: one that reads, one that changes something, one that cannot be undone. */
import { Text, Title } from '@mantine/core';
import { PRESETS, type Verdict } from '@synapse/contract/policy-words';
import { useText } from '../i18n/language.tsx';
import { State } from './state.tsx';

const EXAMPLES = ['ls /var/log', 'systemctl restart nginx', 'rm -rf /'] as const;

/** What the judge says of each example, in their order. */
const VERDICTS: Readonly<Record<(typeof PRESETS)[number], readonly [Verdict, Verdict, Verdict]>> = {
  open: ['allow', 'allow', 'allow'],
  careful: ['allow', 'ask', 'deny'],
  look: ['allow', 'deny', 'deny'],
  closed: ['deny', 'deny', 'deny'],
};
const STATES = { allow: 'ok', ask: 'wait', deny: 'refused' } as const;

export function PolicyPresets() {
  const { policy: text, run } = useText();
  return (
    <section className="policy-presets">
      <Title order={3}>{text.presets}</Title>
      <Text size="xs" c="dimmed" mb="xs">
        {text.presetsWhy}
      </Text>
      <ul className="preset-list">
        {PRESETS.map((preset) => (
          <li key={preset} data-preset={preset}>
            <code>{preset}</code>
            <span>{text.words[preset]}</span>
            <ul className="preset-examples">
              {EXAMPLES.map((example, index) => {
                const verdict = VERDICTS[preset][index] ?? 'deny';
                return (
                  <li key={example}>
                    <code>{example}</code>
                    <State state={STATES[verdict]}>{run.verdicts[verdict]}</State>
                  </li>
                );
              })}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
