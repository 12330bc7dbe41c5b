/** Every other line stays where it was. */
import { describe, expect, it } from 'vitest';
import { removeTable, setTable } from './edit-toml.ts';

const set = (text: string): string => setTable(text, ['mcp_servers', 'synapse'], { url: 'u', env: { A: '1' } });
const OURS = '[mcp_servers.synapse]\nurl = "u"\nenv = { "A" = "1" }\n';

describe('setTable', () => {
  it.each<[string, string, string]>([
    ['an empty file', '', OURS],
    ['other tables', 'model = "x" # mine\n\n[a]\nb = 1\n', `model = "x" # mine\n\n[a]\nb = 1\n\n${OURS}`],
    [
      'an older entry in several tables',
      '[mcp_servers.synapse]\nurl = "old"\n\n[mcp_servers.synapse.env]\nX = "y"\n\n[mcp_servers.other]\nurl = "o"\n',
      `${OURS}\n[mcp_servers.other]\nurl = "o"\n`,
    ],
    ['a quoted name at the end', '[a]\n[mcp_servers."synapse"]\nurl = "old"\n', `[a]\n${OURS}`],
    ['a server whose name begins alike', '[mcp_servers.synapse-2]\n', `[mcp_servers.synapse-2]\n\n${OURS}`],
    [
      'a text that looks like it',
      'a = """\n[mcp_servers.synapse]\n"""\n[b]\n',
      `a = """\n[mcp_servers.synapse]\n"""\n[b]\n\n${OURS}`,
    ],
  ])('%s', (_name, before, after) => {
    expect(set(before)).toBe(after);
    expect(set(after)).toBe(after);
  });

  it.each(['mcp_servers = { a = { url = "x" } }\n', 'mcp_servers.synapse.url = "x"\n'])(
    'changes nothing in %j',
    (text) => {
      expect(() => set(text)).toThrow('nothing was changed');
    },
  );
});

describe('removeTable', () => {
  const remove = (text: string): string | null => removeTable(text, ['mcp_servers', 'synapse']);
  it.each<[string, string, string | null]>([
    [
      'takes all tables of the entry, and no other',
      `[a]\nb = 1\n\n${OURS}\n[mcp_servers.synapse.env]\nX = "y"\n\n[c]\n`,
      '[a]\nb = 1\n\n[c]\n',
    ],
    ['leaves what stands before it', `model = "x"\n\n${OURS}`, 'model = "x"\n'],
    ['finds nothing where there is nothing', '[mcp_servers.synapse-2]\n', null],
  ])('%s', (_name, before, after) => {
    expect(remove(before)).toBe(after);
  });
});
