/** The guide from a fresh sign-in to an assistant's first command. */
import { Paper, Progress, Stack, Text } from '@mantine/core';
import { useText } from '../../i18n/language.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { GuideStep } from './guide-step.tsx';
import { GuideWaiting } from './guide-waiting.tsx';
import type { Step } from './use-steps.ts';

interface Props {
  readonly steps: readonly Step[];
  readonly label?: string;
}

export function Guide({ steps, label }: Props) {
  const { home } = useText();
  const done = steps.filter((step) => step.done).length;
  const next = steps.findIndex((step) => !step.done);
  return (
    <Paper withBorder p="md" mb="md" component="section" aria-label={label ?? home.guide}>
      <Text fw={600}>{label ?? home.guide}</Text>
      <Text size="sm" c="dimmed" mb={4}>
        {home.progress(done, steps.length)}
      </Text>
      <Progress
        value={(100 * done) / Math.max(1, steps.length)}
        aria-label={home.progress(done, steps.length)}
        mb="lg"
      />
      <Stack component="ol" gap="sm" className="steps">
        {steps.map((step, index) => (
          <GuideStep
            key={step.id}
            number={index + 1}
            done={step.done}
            current={index === next}
            title={step.title}
            why={step.why}
          >
            {!step.done && (
              <LinkButton {...step.link} size="xs" variant={index === next ? 'filled' : 'default'}>
                {step.action}
              </LinkButton>
            )}
            {step.id === 'client' && index === next && <GuideWaiting />}
          </GuideStep>
        ))}
      </Stack>
    </Paper>
  );
}
