/** What each plan grants, and the limits that apply to everybody. */
import { Badge, Group, SimpleGrid, Table, Text } from '@mantine/core';
import { LIMITS, PLAN_IDS, PLANS } from '@synapse/contract/plans';
import type { InstanceHealth } from '../../api/health.ts';
import { useText } from '../../i18n/language.tsx';
import { Cell, Sheet } from '../../ui/sheet.tsx';
import { useAmounts } from '../../ui/use-amounts.ts';

export function PlansTable({ limits: ours }: { readonly limits: InstanceHealth['limits'] }) {
  const text = useText();
  const { number } = useAmounts();
  const { admin } = text;
  const limits = [
    [ours.executions_per_minute, admin.limitExecutions],
    [LIMITS.mcpCallsPerIp.max, admin.limitMcp],
    [LIMITS.mcpCallsPerTrustedIp.max, admin.limitTrusted],
    [LIMITS.loginFailures.max, admin.limitLogin],
  ] as const;
  return (
    <>
      <SimpleGrid component="dl" cols={{ base: 2, md: 4 }} className="facts figures" mb="md">
        {limits.map(([max, label]) => (
          <div key={label}>
            <Text component="dt" size="sm" c="dimmed">
              {label}
            </Text>
            <Text component="dd" fw={650} fz={22}>
              {number(max)}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      <Sheet
        plain
        columns={[{ label: admin.plan }, { label: admin.scopes }, { label: admin.callsPerDay, number: true }]}
      >
        {PLAN_IDS.map((id) => (
          <Table.Tr key={id}>
            <Cell>
              <Text size="sm" fw={600}>
                {PLANS[id].name}
              </Text>
            </Cell>
            <Cell label={admin.scopes}>
              <Group gap={6}>
                {PLANS[id].scopes.map((scope) => (
                  <Badge key={scope} variant="default">
                    {scope}
                  </Badge>
                ))}
              </Group>
            </Cell>
            <Cell label={admin.callsPerDay} number>
              {number(ours.calls_per_day[id])}
            </Cell>
          </Table.Tr>
        ))}
      </Sheet>
    </>
  );
}
