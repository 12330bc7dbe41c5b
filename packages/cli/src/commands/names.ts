/** `synapse completion --names`: what there is to be named. A shell waits for it, and shows no error. */
import type { Approval, JobList, Machine, SecretEntry, SharedAuditPage, Token } from '@synapse/contract';
import type { Api } from '../api.ts';
import { CliError } from '../cli-error.ts';
import type { Named } from '../named.ts';

type Read = (api: Api) => Promise<readonly string[]>;

const machines = async (api: Api, prefix = ''): Promise<Machine[]> =>
  (await api.call<{ machines: Machine[] }>('GET', `${prefix}/synapse/machines`)).machines;
const crews: Read = async (api) =>
  (await api.call<{ crews: { slug: string }[] }>('GET', '/crews')).crews.map(({ slug }) => slug);
/** One's own, then those of crews. */
const slugs: Read = async (api) => {
  const named = (await machines(api)).map(({ slug }) => slug);
  for (const crew of await crews(api))
    named.push(...(await machines(api, `/crews/${crew}`)).map(({ slug }) => `${crew}/${slug}`));
  return named;
};
const tags: Read = async (api) => [...new Set((await machines(api)).flatMap((machine) => machine.tags))];

const READ: Readonly<Record<Named, Read>> = {
  crews,
  machines: slugs,
  places: async (api) => (await slugs(api)).map((slug) => `${slug}:`),
  targets: async (api) => [...(await slugs(api)), ...(await tags(api)).map((tag) => `tag:${tag}`)],
  tags,
  secrets: async (api) =>
    (await api.call<{ secrets: SecretEntry[] }>('GET', '/synapse/secrets')).secrets.map(({ name }) => name),
  aliases: async (api) =>
    (await api.call<{ aliases: { code: string }[] }>('GET', '/synapse/aliases')).aliases.map(({ code }) => code),
  approvals: async (api) =>
    (await api.call<{ approvals: Approval[] }>('GET', '/synapse/approvals?status=pending')).approvals.map(
      ({ id }) => id,
    ),
  jobs: async (api) => (await api.call<JobList>('GET', '/synapse/jobs')).jobs.map(({ execution_id }) => execution_id),
  executions: async (api) =>
    (await api.call<SharedAuditPage>('GET', '/synapse/executions?limit=30')).entries.map(
      ({ execution_id }) => execution_id,
    ),
  tokens: async (api) =>
    (await api.call<{ tokens: Token[] }>('GET', '/tda/ai/tokens')).tokens.map(
      ({ label, token_hint }) => label ?? token_hint,
    ),
};

/** Nothing where the service is down or no user is signed in. */
export async function namesOf(open: () => Api, what: Named): Promise<readonly string[]> {
  try {
    // What a shell would split into several words is left out.
    return (await READ[what](open())).filter((name) => /^[\w:.@/-]+$/.test(name));
  } catch (error) {
    if (error instanceof CliError) return [];
    throw error;
  }
}
