/** Every client with every way of connecting it: the right file, the right address, and no token in an argument. */

import { AI_CLIENT_IDS } from '@synapse/contract/ai-clients';
import { describe, expect, it } from 'vitest';
import { USER_WIDE } from './client-files.ts';
import { clientSetup } from './client-setup.ts';
import { mergedText } from './write-entry.ts';

const env = { HOME: '/home/ada', SYNAPSE_TOKEN: 'dk_ai_hers' };
const place = { name: 'synapse', url: 'http://127.0.0.1:8080', env, folder: '/project', global: false } as const;
const textOf = (setup: ReturnType<typeof clientSetup>): string => mergedText('', setup).replaceAll(/\s+/g, '');

describe.each(AI_CLIENT_IDS)('%s', (client) => {
  it('starts the bridge, which needs no token', () => {
    const setup = clientSetup({ ...place, client, way: 'synapse', all: true });
    const text = textOf(setup);
    expect(text).toContain('synapse.js"');
    expect(text).toMatch(/"?stdio"?/);
    expect(text).toContain('"--all"');
    expect(text).toContain('http://127.0.0.1:8080');
    expect(text).not.toMatch(/TOKEN|dk_ai_/);
    expect(setup.secret).toBe(false);
  });

  it('or mcp-remote, with the token beside its arguments', () => {
    const setup = clientSetup({ ...place, client, way: 'mcp-remote', all: true });
    expect(textOf(setup)).toContain('http://127.0.0.1:8080/tda/mcp');
    expect(textOf(setup)).not.toContain('?tools');
    const usual = clientSetup({ ...place, client, way: 'mcp-remote', all: false });
    expect(textOf(usual)).toContain('http://127.0.0.1:8080/tda/mcp?tools=core&answers=text');
    const entry = JSON.stringify(setup.entry);
    expect(/"(?:args|command)":\[([^\]]*)\]/.exec(entry)?.[1]).not.toContain('dk_ai_');
    expect(setup.secret).toBe(true);
  });

  it('or calls by itself, and its file is private when it holds the token', () => {
    const setup = clientSetup({ ...place, client, way: 'header', all: false });
    expect(textOf(setup).includes('dk_ai_hers')).toBe(setup.secret);
    expect(textOf(setup)).toContain('http://127.0.0.1:8080');
  });

  it('reads the file of the project, or of its user', () => {
    const file = (global: boolean): string =>
      clientSetup({ ...place, client, global, way: 'synapse', all: false }).file;
    expect(file(false)).toMatch(USER_WIDE.includes(client) ? /^\/home\/ada\// : /^\/project\//);
    if (client !== 'claude-code') expect(file(true)).toMatch(/^\/home\/ada\//);
  });
});
