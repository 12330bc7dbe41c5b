/**
 * What `furnish`, `furnishProjects` and `furnishCrew` leave out: the states of a service that has been in use. Long
 * commands and failing ones, questions that wait and that were answered, jobs, secrets that end, several machines.
 */
import { createClient } from '../client.ts';
import type { Call } from './furnish.ts';
import { ADMIN } from './instance.ts';

export const NEWCOMER = { username: 'newcomer', password: 'a password of one’s own' } as const;
export const MEMBER = { username: 'lea', password: 'a password of her own' } as const;
export const OPERATOR = { username: 'camille', password: 'long enough too' } as const;

const POLICY = `version: 1
rules:
  - name: services restart with a person
    when: { program: systemctl }
    then: ask
  - name: logs are kept
    when: { program: shred }
    then: deny
`;
const CREW_POLICY = `version: 1
rules:
  - name: two pairs of eyes
    when: { program: [whoami, id] }
    then: ask
    ask: other
  - name: three for the name of the machine
    when: { program: hostname }
    then: ask
    ask: other
    approvals: 2
`;
const LONG =
  "find /usr/share -xdev -type f -name '*.gz' -newermt 2020-01-01 -printf '%s %p\\n' | sort -rn | head -n 12 | awk '{ total += $1; print } END { print total }'";
const DAY_MS = 86_400_000;

export interface States {
  /** Ends what would outlive the service. */
  readonly stop: () => Promise<void>;
}

export async function furnishStates(url: string, call: Call): Promise<States> {
  await call('POST', '/admin/users', { ...NEWCOMER, plan: 'pro' });
  await addMachines(call);
  await addSecrets(call);
  await addProjectItems(call);
  const client = createClient(url);
  const session = await client.login(ADMIN.username, ADMIN.password);
  const token = await client.newToken(session, { label: 'Claude Code on the laptop' });
  const order = async (command: string, more: object = {}): Promise<string> => {
    const args = { machine: 'local', command, wait_seconds: 0, ...more };
    return (await client.tool(token, 'synapse_exec', args)).result.execution_id;
  };
  const ended = (id: string) => call('GET', `/synapse/executions/${id}?wait_seconds=20`);
  await client.tool(token, 'ui_present', {
    title: 'Report of the day',
    markdown:
      '## Done\n\n- the base is **migrated**\n- `nginx` answers\n\n| machine | state |\n|---|---|\n| web-1 | ok |',
  });
  await ended(await order(LONG));
  await ended(await order('psql "postgres://shop:{{DB_PASSWORD}}@db.internal/shop" -c "select count(*) from orders"'));
  await ended(await order('set -e\ncd /tmp\nfor name in one two three; do\n  echo "checking $name"\ndone\nexit 3'));
  await ended(await order('echo about to wait; sleep 30', { timeout_seconds: 1 }));
  await call('PUT', '/synapse/policy', { text: POLICY });
  const refused = { machine: 'local', command: 'shred /var/log/app.log' };
  await call('POST', '/synapse/exec', refused).catch(() => undefined);
  await decided(call, await order('systemctl status ssh'), { decision: 'approve' });
  await decided(call, await order('systemctl stop ssh'), { decision: 'deny', comment: 'not on a Friday' });
  await decided(call, await order('systemctl is-active cron'), { decision: 'approve', for: 'template' });
  await order('systemctl restart nginx && curl -fsS -o /dev/null -w "%{http_code}" http://127.0.0.1/health');
  await order(
    'echo "{{DB_PASSWORD}}" | systemctl set-property nginx.service MemoryMax=2G CPUQuota=150% IOWeight=200 --runtime && systemctl daemon-reload',
  );
  const long = await order('for at in $(seq 1 3600); do echo "image $at of 3600 is resized"; sleep 1; done', {
    detach: true,
  });
  await ended(await order('echo done', { detach: true }));
  await ended(await order('echo "no room left on the device" >&2; exit 28', { detach: true }));
  const ofCrew = await furnishOps(url, call);
  return {
    stop: async () => {
      await call('POST', `/synapse/executions/${long}/cancel`);
      await call('POST', `/crews/ops/synapse/executions/${ofCrew}/cancel`);
    },
  };
}

async function decided(call: Call, execution: string, answer: object): Promise<void> {
  const { approvals } = (await call('GET', '/synapse/approvals')) as unknown as {
    approvals: { id: string; execution_id: string }[];
  };
  const id = approvals.find(({ execution_id }) => execution_id === execution)?.id;
  await call('POST', `/synapse/approvals/${id}`, answer);
  await call('GET', `/synapse/executions/${execution}?wait_seconds=20`);
}

async function addMachines(call: Call): Promise<void> {
  for (const [number, tags] of [
    [1, ['production', 'web']],
    [2, ['production', 'web', 'eu-west-3']],
  ] as const) {
    const label = `Web server ${number} of the shop, Paris`;
    await call('POST', '/synapse/machines', { slug: `shop-web-paris-${number}`, label, kind: 'local', tags });
  }
  await call('POST', '/synapse/machines', {
    slug: 'registry',
    label: 'Image registry',
    kind: 'docker',
    tags: ['ci'],
    connection: { socket: '/no/such/docker.sock' },
  });
}

async function addSecrets(call: Call): Promise<void> {
  const at = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
  const secrets = {
    STRIPE_WEBHOOK_SIGNING_SECRET_OF_PRODUCTION: {
      folder: 'production/payments',
      description: 'Signs what the payment provider tells the shop; to be renewed together with them',
      expires_at: at(200),
      machines: ['shop-web-*'],
      programs: ['curl'],
    },
    SMTP_PASSWORD: { folder: 'staging', description: 'Mail of staging', rotate_days: 30 },
    NPM_TOKEN: { description: 'Publishes packages', expires_at: at(2) },
  };
  for (const [name, notes] of Object.entries(secrets)) {
    await call('PUT', `/synapse/secrets/${name}`, { value: `not a real value of ${name}`, ...notes });
  }
}

async function addProjectItems(call: Call): Promise<void> {
  const { projects } = (await call('GET', '/tda/projects')) as unknown as { projects: { id: number; name: string }[] };
  const id = projects.find(({ name }) => name === 'Refonte du site')?.id;
  const facet = await call('POST', `/tda/projects/${id}/facets`, {
    title: 'Stack',
    content: 'TypeScript, PostgreSQL, nginx.',
  });
  await call('POST', `/tda/projects/${id}/packs`, { title: 'Basics', content: '', item_ids: [facet.id] });
  await call('POST', `/tda/projects/${id}/services`, {
    title: 'Shop',
    content: 'The public site.',
    url: 'https://shop.example/',
  });
}

/**
 * Two members who approve for each other, what one of them has decided alone, and what an assistant runs there, whose id
 * is returned. And a crew in which there is nothing yet.
 */
async function furnishOps(url: string, call: Call): Promise<string> {
  await call('POST', '/crews', { slug: 'studio', name: 'Studio' });
  await call('POST', '/crews/ops/synapse/machines', { slug: 'shop', label: 'Shop', kind: 'local' });
  await call('PUT', `/crews/ops/members/${OPERATOR.username}`, { role: 'operator' });
  await call('PUT', '/crews/ops/synapse/policy', { text: CREW_POLICY });
  await call('POST', '/crews/ops/synapse/exec', { machine: 'shop', command: 'uptime' });
  await call('POST', '/crews/ops/synapse/exec', { machine: 'shop', command: 'whoami', wait_seconds: 0 });
  const client = createClient(url);
  const session = await client.login(OPERATOR.username, OPERATOR.password);
  const asks = (command: string): Promise<unknown> =>
    client.call('POST', '/crews/ops/synapse/exec', {
      token: session,
      body: { machine: 'shop', command, wait_seconds: 0 },
    });
  const answer = async (command: string, body: object, by?: string): Promise<void> => {
    const { approvals } = (await call('GET', '/crews/ops/synapse/approvals')) as unknown as {
      approvals: { id: string; command_template: string }[];
    };
    const id = approvals.find(({ command_template }) => command_template === command)?.id;
    if (by === undefined) await call('POST', `/synapse/approvals/${id}`, body);
    else await client.call('POST', `/synapse/approvals/${id}`, { token: by, body });
  };
  await asks('whoami; uptime');
  await answer('whoami; uptime', { decision: 'approve', break_glass: true, comment: 'the shop is down' }, session);
  await asks('hostname');
  await answer('hostname', { decision: 'approve' });
  await asks('id; df -h');
  const token = await client.newToken(session, { label: 'Claude Code' });
  const command = 'for at in $(seq 1 3600); do echo "page $at of 3600 is indexed"; sleep 1; done';
  const { result } = await client.tool(token, 'synapse_exec', { machine: 'ops/shop', command, detach: true });
  return result.execution_id;
}
