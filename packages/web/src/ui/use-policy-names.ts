/** The names that a policy may speak of: this person's machines, secrets and tokens, and the programs they use. */
import { useQuery } from '@tanstack/react-query';
import { latestQuery } from '../api/executions.ts';
import { machinesQuery } from '../api/machines.ts';
import { secretsQuery } from '../api/secrets.ts';
import { tokensQuery } from '../api/tokens.ts';
import type { PolicyNames } from './policy-completion.ts';

/** Those that people write rules about, also before they were ever run. */
const WELL_KNOWN = ['apt-get', 'docker', 'git', 'kubectl', 'psql', 'reboot', 'rm', 'ssh', 'systemctl'];
const PROGRAM = /^[a-z][\w.+-]*$/;

export function usePolicyNames(): PolicyNames {
  const { data: machines = [] } = useQuery(machinesQuery);
  const { data: secrets = [] } = useQuery(secretsQuery);
  const { data: tokens = [] } = useQuery(tokensQuery);
  const { data: latest } = useQuery(latestQuery());
  const used = (latest?.entries ?? []).flatMap(({ command_template }) =>
    command_template.split(/[|;&\n]+/).map((part) => part.trim().split(/\s/)[0] ?? ''),
  );
  return {
    machines: machines.map(({ slug }) => slug),
    tags: unique(machines.flatMap(({ tags }) => tags)),
    containers: unique(machines.flatMap(({ containers }) => containers)),
    programs: unique([...used.filter((word) => PROGRAM.test(word)), ...WELL_KNOWN]),
    secrets: secrets.map(({ name }) => name),
    tokens: unique(tokens.flatMap(({ label }) => label ?? [])),
  };
}

const unique = (names: readonly string[]): string[] => [...new Set(names)].toSorted();
