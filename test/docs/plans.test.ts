/** The guide on plans says exactly what they grant. */
import { readFileSync } from 'node:fs';
import { LIMITS, PLANS } from '@synapse/contract';
import { expect, it } from 'vitest';

const guide = readFileSync('docs/guides/plans.md', 'utf8');

it.each(Object.values(PLANS))('$name', ({ id, name, scopes, callsPerDay }) => {
  const named = scopes.map((scope) => `\`${scope}\``).join(', ');
  expect(guide).toContain(`| ${name} | \`${id}\` | ${named} | ${callsPerDay} |`);
});

it('rates', () => {
  const { executions, mcpCallsPerIp, mcpCallsPerTrustedIp, loginFailures } = LIMITS;
  expect([executions.windowMs, mcpCallsPerIp.windowMs, mcpCallsPerTrustedIp.windowMs]).toEqual([
    60_000, 60_000, 60_000,
  ]);
  expect(guide).toContain(`${executions.max} in any 60 seconds, MCP and REST together`);
  expect(guide).toContain(`| MCP calls from one address | ${mcpCallsPerIp.max} in any 60 seconds`);
  expect(guide).toContain(`last ${LIMITS.ipTrustMs / 3600_000} hours | ${mcpCallsPerTrustedIp.max} in any 60 seconds`);
  expect(guide).toContain(`${loginFailures.max} in ${loginFailures.windowMs / 60_000} minutes`);
});
