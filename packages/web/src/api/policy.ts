/** The policy, and what it says of a command. */
import type { Explanation, PolicyReplay, PolicyText, TypedExplanation } from '@synapse/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type { Order } from './executions.ts';

export type { Explanation, PolicyReplay, PolicyText };

export const policyQuery = queryOptions({
  queryKey: ['policy'],
  queryFn: ({ signal }) => call<PolicyText>('GET', '/synapse/policy', undefined, signal),
});

export const putPolicy = (text: string, version: number): Promise<PolicyText> =>
  call('PUT', '/synapse/policy', { text, version });

/** The instance's, which an administrator writes. */
export const everybodysPolicyQuery = queryOptions({
  queryKey: ['everybodys-policy'],
  queryFn: ({ signal }) => call<PolicyText>('GET', '/admin/policy', undefined, signal),
});

export const putEverybodysPolicy = (text: string, version: number): Promise<PolicyText> =>
  call('PUT', '/admin/policy', { text, version });

export const replayPolicy = (text: string): Promise<PolicyReplay> => call('POST', '/synapse/policy/replay', { text });

/** `language`: of the reasons. A call without a waiting component is cancelled. */
export const explanationQuery = ({ machine, command, container, cwd }: Order, language: string) =>
  queryOptions({
    queryKey: ['explanation', { machine, command, container, cwd }, language],
    queryFn: ({ signal }) =>
      call<TypedExplanation>('POST', '/synapse/explain/typed', { machine, command, container, cwd }, signal),
    enabled: command.trim() !== '',
    retry: false,
    staleTime: 10_000,
    gcTime: 10_000,
  });
