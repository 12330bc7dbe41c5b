/** What each plan grants, and the ceilings that hold for everybody. */
import { List, Table } from '@mantine/core';
import { LIMITS, PLAN_IDS, PLANS } from '@synapse/contract/plans';
import { useText } from '../../i18n/language.tsx';

export function PlansTable() {
  const { admin } = useText();
  return (
    <>
      <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{admin.plan}</Table.Th>
              <Table.Th>{admin.scopes}</Table.Th>
              <Table.Th>{admin.callsPerDay}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {PLAN_IDS.map((id) => (
              <Table.Tr key={id}>
                <Table.Td>{PLANS[id].name}</Table.Td>
                <Table.Td>{PLANS[id].scopes.join(', ')}</Table.Td>
                <Table.Td>{PLANS[id].callsPerDay}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <List size="sm" mt="md">
        <List.Item>{admin.limitExecutions(LIMITS.executions.max)}</List.Item>
        <List.Item>{admin.limitMcp(LIMITS.mcpCallsPerIp.max, LIMITS.mcpCallsPerTrustedIp.max)}</List.Item>
        <List.Item>{admin.limitLogin(LIMITS.loginFailures.max)}</List.Item>
      </List>
    </>
  );
}
