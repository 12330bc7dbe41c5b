/** The table of roles for assistants: every tool that can name something of a crew, by every role and by a stranger. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeAtEnd } from '../left-behind.ts';
import type { TestUser } from '../service.ts';
import { type CrewRole, describeServiceOnBoth, newCrew, ROLES } from './on-both.ts';

interface Things {
  readonly crew: string;
  readonly machine: string;
  readonly execution: string;
  /** On the machine. */
  readonly folder: string;
  /** New for each call. */
  readonly fresh: string;
}

type Arguments = (things: Things) => Record<string, unknown>;

const OF_CREW: Readonly<Record<CrewRole, Readonly<Record<string, Arguments>>>> = {
  watcher: {
    synapse_look: ({ machine }) => ({ machine, command: 'pwd' }),
    synapse_list_machines: ({ crew }) => ({ crew }),
    synapse_get_machine: ({ machine }) => ({ machine }),
    synapse_list_secrets: ({ crew }) => ({ crew }),
    synapse_list_aliases: ({ crew }) => ({ crew }),
    synapse_list_alias_suggestions: ({ crew }) => ({ crew }),
    synapse_list_audit_logs: ({ crew }) => ({ crew }),
    synapse_explain: ({ machine }) => ({ machine, command: 'ls' }),
    synapse_get_output: ({ execution }) => ({ execution_id: execution }),
    synapse_get_execution: ({ execution }) => ({ execution_id: execution }),
  },
  operator: {
    synapse_exec: ({ machine }) => ({ machine, command: 'true' }),
    synapse_exec_many: ({ machine }) => ({ machines: [machine], command: 'true' }),
    synapse_read_file: ({ machine, folder }) => ({ machine, path: `${folder}/a.txt` }),
    synapse_search: ({ machine, folder }) => ({ machine, path: folder, pattern: 'one' }),
    synapse_write_file: ({ machine, folder, fresh }) => ({ machine, path: `${folder}/${fresh}`, text: 'new' }),
    synapse_edit_file: ({ machine, folder }) => ({
      machine,
      path: `${folder}/a.txt`,
      edits: [{ old: 'one', new: 'one' }],
    }),
    synapse_copy: ({ machine, folder, fresh }) => ({
      from: `${machine}:${folder}/a.txt`,
      to: `${machine}:${folder}/copy-${fresh}`,
    }),
  },
  keeper: {
    // Of somebody else.
    synapse_cancel_execution: ({ execution }) => ({ execution_id: execution }),
    synapse_create_machine: ({ crew, fresh }) => ({ slug: `${crew}/${fresh}`, kind: 'agent' }),
    synapse_update_machine: ({ machine }) => ({ machine, label: 'renamed' }),
    synapse_delete_machine: ({ crew }) => ({ machine: `${crew}/to-delete` }),
    synapse_put_secret: ({ crew }) => ({ crew, name: 'NEW_ONE', value: 'value-of-a-tool-81c2' }),
    synapse_delete_secret: ({ crew }) => ({ crew, name: 'TO_DELETE' }),
    synapse_put_alias: ({ crew }) => ({ crew, code: 'zqx', command: 'uptime' }),
    synapse_rename_alias: ({ crew }) => ({ crew, code: 'zqy', new_code: 'zqz' }),
    synapse_delete_alias: ({ crew }) => ({ crew, code: 'zqw' }),
    synapse_seed_default_aliases: ({ crew }) => ({ crew }),
    synapse_mine_aliases: ({ crew }) => ({ crew }),
    synapse_accept_alias_suggestion: ({ crew }) => ({ crew, id: '01m7r371s1rc1k4syjdaryx68y' }),
    synapse_reject_alias_suggestion: ({ crew }) => ({ crew, id: '01m7r371s1rc1k4syjdaryx68y' }),
  },
  owner: {},
};

/** Of one's own account, or of one's own projects. */
const OF_NO_CREW =
  /^(?:synapse_rtk_stats|synapse_more|list_projects|get_project_context|search|list_items|get_item|get_pack_context|list_journal|add_journal_entry|add_item|update_item|promote_idea|service_close|update_project|ui_present)$/;

/** Without the scope for it a tool is beyond the token, whatever the role. */
const DENIED = /^(?:role_required|plan_required)$/;
const NOT_THERE = /^(?:not_found|machine_not_found|execution_not_found)$/;

describeServiceOnBoth('roles over MCP', (running) => {
  it('every tool is allowed to the roles that the table names, and finds nothing for a stranger', async () => {
    const service = running();
    const { slug: crew, members, stranger } = await newCrew(service);
    const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-tools-')));
    writeFileSync(join(folder, 'a.txt'), 'one\n');
    const keeper = members.keeper.session;
    await service.created(`/crews/${crew}/synapse/machines`, keeper, { slug: 'web1', kind: 'local' });
    const order = { machine: `${crew}/web1`, command: 'echo hello' };
    const ran = await service.call<{ execution_id: string }>('POST', '/synapse/exec', {
      token: members.owner.session,
      body: order,
    });
    const things = { crew, machine: `${crew}/web1`, execution: ran.body.execution_id, folder };

    const tokenOf = async ({ session }: TestUser, scopes: readonly string[]): Promise<string> => {
      const answer = await service.call<{ token: string }>('POST', '/tda/ai/tokens', {
        token: session,
        body: { scopes },
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body.token;
    };
    const tokens: (readonly [CrewRole | 'stranger', string])[] = [];
    for (const role of ROLES) {
      const runs = role === 'watcher' ? 'mcp:look' : 'mcp:synapse';
      tokens.push([role, await tokenOf(members[role], ['mcp:read', 'mcp:write', runs])]);
    }
    tokens.push(['stranger', await tokenOf(stranger, ['mcp:read', 'mcp:write', 'mcp:synapse'])]);

    const { body: listed } = await service.call<{ result: { tools: { name: string }[] } }>('POST', '/tda/mcp', {
      headers: { 'x-ai-token': tokens.at(-1)![1] },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
    const named = Object.values(OF_CREW).flatMap((tools) => Object.keys(tools));
    const unnamed = listed.result.tools.map(({ name }) => name).filter((name) => !OF_NO_CREW.test(name));
    expect(unnamed.toSorted()).toEqual(named.toSorted());

    let made = 0;
    for (const lowest of ROLES)
      for (const [tool, args] of Object.entries(OF_CREW[lowest]))
        for (const [role, token] of tokens) {
          // What the call before it has taken away is there again.
          await service.call('POST', `/crews/${crew}/synapse/machines`, {
            token: keeper,
            body: { slug: 'to-delete', kind: 'agent' },
          });
          const { code } = await service.tool(token, tool, args({ ...things, fresh: `new-${++made}` }));
          const cell = `${tool} as ${role}: ${code}`;
          expect(code, cell).not.toBe('arguments_invalid');
          if (role === 'stranger') expect(code, cell).toMatch(NOT_THERE);
          else if (ROLES.indexOf(role) < ROLES.indexOf(lowest)) expect(code, cell).toMatch(DENIED);
          else {
            expect(code ?? '', cell).not.toMatch(DENIED);
            expect(code ?? '', cell).not.toMatch(NOT_THERE);
          }
          service.advance(5_000);
        }
  });
});
