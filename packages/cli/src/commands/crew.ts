/** `synapse crew …`. */
import type { AccessRequest, Crew, CrewAccess, CrewMember } from '@synapse/contract';
import { confirm } from '../ask.ts';
import { type Action, type Call, given, textOption } from '../call.ts';
import { usageError } from '../cli-error.ts';
import { printable, table } from '../terminal.ts';
import { columns, tell } from '../words/tell.ts';

const pathOf = (crew: string | undefined, rest = ''): string => `/crews/${encodeURIComponent(crew ?? '')}${rest}`;

export const createCrew: Action = async ({ args, options, terminal, api }) => {
  const slug = args[0]!;
  const crew = await api().call<Crew>('POST', '/crews', { slug, name: textOption(options.name) ?? slug });
  terminal.answer(crew, () => tell('crew_created', { slug: crew.slug }));
  terminal.say(tell('crew_next', { slug: crew.slug }));
};

export const listCrews: Action = async ({ terminal, api }) => {
  const { crews } = await api().call<{ crews: Crew[] }>('GET', '/crews');
  terminal.answer({ crews }, () =>
    crews.length === 0
      ? tell('crews_none')
      : table(
          columns('crews_head'),
          crews.map(({ slug, role, until, members, name }) => [slug, role, until, members, printable(name)]),
        ),
  );
};

export const crewMembers: Action = async (call) => {
  const { args, options, terminal, api } = call;
  const [set, remove, role] = [textOption(options.set), textOption(options.remove), textOption(options.role)];
  if (set !== undefined && remove !== undefined) throw usageError(tell('either', { one: '--set', other: '--remove' }));
  if ((set === undefined) !== (role === undefined)) throw usageError(tell('crew_set_role'));
  const path = pathOf(args[0], '/members');
  if (remove !== undefined) {
    await api().call('DELETE', `${path}/${encodeURIComponent(remove)}`);
    terminal.answer({ removed: remove }, () => tell('crew_removed', { username: remove, slug: args[0]! }));
    return;
  }
  if (set !== undefined) {
    const body = { role, ...given({ until: textOption(options.until) }) };
    const member = await api().call<CrewMember>('PUT', `${path}/${encodeURIComponent(set)}`, body);
    terminal.answer(member, () => tell('crew_member_set', { username: member.username, role: member.role }));
    return;
  }
  const { members } = await api().call<{ members: CrewMember[] }>('GET', path);
  terminal.answer({ members }, () =>
    table(
      columns('crew_members_head'),
      members.map((one) => [one.username, one.role, one.until, one.since, one.last_active_at]),
    ),
  );
};

export const inviteToCrew: Action = async ({ args, options, terminal, api }) => {
  const body = { role: options.role, ...given({ until: textOption(options.until) }) };
  const made = await api().call<{ url: string; expires_at: string }>('POST', pathOf(args[0], '/invitations'), body);
  terminal.answer(made, () => made.url);
  terminal.say(tell('crew_invited', { until: terminal.time(made.expires_at) }));
};

export const joinCrew: Action = async ({ args, terminal, api }) => {
  const crew = await api().call<Crew>('POST', '/crews/join', { code: args[0]! });
  terminal.answer(crew, () => tell('crew_joined', { slug: crew.slug, role: crew.role }));
};

export const leaveCrew: Action = async ({ args, options, terminal, api }) => {
  const slug = args[0]!;
  await confirm(terminal, tell('ask_leave_crew', { slug }), options.yes === true);
  const service = api();
  const { username } = await service.call<{ username: string }>('GET', '/auth/me');
  await service.call('DELETE', pathOf(slug, `/members/${encodeURIComponent(username)}`));
  terminal.answer({ left: slug }, () => tell('crew_left', { slug }));
};

export const requestRole: Action = async (call) => {
  const { args, options, terminal, api } = call;
  const [crew, role] = args;
  const [approve, deny] = [textOption(options.approve), textOption(options.deny)];
  const ways = [role, approve, deny].filter((way) => way !== undefined);
  if (ways.length > 1) throw usageError(tell('crew_request_which'));
  const path = pathOf(crew, '/requests');
  const answered = approve ?? deny;
  if (answered !== undefined) {
    const decision = approve === undefined ? 'deny' : 'approve';
    const done = await api().call<AccessRequest>('POST', `${path}/${encodeURIComponent(answered)}`, { decision });
    terminal.answer(done, () =>
      done.until === null
        ? tell('crew_request_denied', { username: done.username })
        : tell('crew_request_approved', { username: done.username, role: done.role, until: terminal.time(done.until) }),
    );
    return;
  }
  if (role === undefined) return listRequests(call, path);
  if (options.hours === undefined || textOption(options.reason) === undefined)
    throw usageError(tell('crew_request_needs'));
  const made = await api().call<AccessRequest>('POST', path, { role, hours: options.hours, reason: options.reason });
  terminal.answer(made, () => tell('crew_requested', { id: made.id, role: made.role }));
};

async function listRequests({ terminal, api }: Call, path: string): Promise<void> {
  const { requests } = await api().call<{ requests: AccessRequest[] }>('GET', path);
  terminal.answer({ requests }, () =>
    requests.length === 0
      ? tell('crew_requests_none')
      : table(
          columns('crew_requests_head'),
          requests.map((one) => [one.id, one.username, one.role, one.hours, one.status, printable(one.reason)]),
        ),
  );
}

export const crewAccess: Action = async ({ args, terminal, api }) => {
  const { access } = await api().call<{ access: CrewAccess[] }>('GET', pathOf(args[0], '/access'));
  terminal.answer({ access }, () =>
    table(
      columns('crew_access_head'),
      access.map((one) => [
        one.username,
        one.role,
        one.source,
        one.until,
        one.last_used_at,
        one.machines.join(',') || '-',
        [...one.tokens, ...one.connections].map((label) => printable(label)).join(',') || '-',
        tell(one.due ? 'yes' : 'no'),
      ]),
    ),
  );
};
