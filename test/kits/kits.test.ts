/** The files by which registries and clients know Synapse: what those demand, one version, one address, no token. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  bundleManifest,
  LANGUAGES,
  MCP_PATH,
  OPEN_MCP_PATH,
  pluginFiles,
  TOOL_TITLES,
} from '../../packages/contract/src/index.ts';
import { allTools, type ToolServices } from '../../packages/server/src/http/mcp/tools/index.ts';
import { productOf } from '../../scripts/packaging/stage-files.ts';
import { serverJson } from '../../scripts/registry-file.ts';
import { BundleManifest, PluginManifest, PluginServers, ServerJson, SkillFrontMatter } from './published-schemas.ts';

const product = productOf('.');
const { version } = product;
const url = 'https://synapse.example';
const SIGNS_IN = { type: 'http', url: `${url}${OPEN_MCP_PATH}` } as const;
const WITH_TOKEN = { type: 'http', url: `${url}${MCP_PATH}`, headers: { 'X-AI-Token': '${SYNAPSE_TOKEN}' } } as const;

/** A name of a tool that nobody serves would send a model into the void. */
const served = new Set(allTools({} as ToolServices).map(({ name }) => name));

describe('server.json', () => {
  const described = ServerJson.parse(serverJson(product));

  it('is in the repository as it is published', () => {
    expect(JSON.parse(readFileSync('server.json', 'utf8'))).toEqual(described);
  });

  it('names the package, its version, and the address as a variable', () => {
    expect(described).toMatchObject({ name: product.mcpName, version });
    expect(described.packages[0]).toMatchObject({ identifier: product.name, version });
    const [remote] = described.remotes;
    const variables = [...remote!.url.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(variables).toEqual(Object.keys(remote!.variables));
    expect(variables).toHaveLength(1);
    expect(remote!.url.endsWith(`}${OPEN_MCP_PATH}`)).toBe(true);
    const secret = described.packages[0]!.environmentVariables.filter(({ isSecret }) => isSecret === true);
    expect(secret.map(({ name }) => name)).toEqual(['SYNAPSE_TOKEN']);
    expect(secret[0]).not.toHaveProperty('default');
  });

  it('is refused by its schema where it says more or less', () => {
    const { title: _, ...less } = described;
    for (const wrong of [
      less,
      { ...described, version: '^1.0.0' },
      { ...described, name: 'no slash' },
      { ...described, x: 1 },
    ]) {
      expect(ServerJson.safeParse(wrong).success).toBe(false);
    }
  });
});

describe.each(LANGUAGES)('the kits for people, %s', (language) => {
  const facts = { url, version, language };
  const manifest = BundleManifest.parse(bundleManifest(facts, 'server/mcp-bridge.mjs'));

  it.each([
    ['where people sign in', SIGNS_IN],
    ['where they bring a token', WITH_TOKEN],
  ])('plugin and bundle name the same version and address, %s', (_where, server) => {
    const files = pluginFiles(facts, server);
    expect(Object.keys(files).sort()).toEqual(['.claude-plugin/plugin.json', '.mcp.json', 'skills/synapse/SKILL.md']);
    const about = PluginManifest.parse(JSON.parse(files['.claude-plugin/plugin.json']!));
    const { mcpServers } = PluginServers.parse(JSON.parse(files['.mcp.json']!));
    expect(about).toEqual({ name: manifest.name, version: manifest.version, description: manifest.description });
    expect(about.version).toBe(version);
    expect(new URL(mcpServers.synapse!.url).origin).toBe(new URL(String(manifest.user_config!.url!.default)).origin);
    expect(JSON.stringify([files, manifest])).not.toMatch(/dk_ai_\w{10}/);
  });

  it('the skill is a page with front matter, and names tools that are served', () => {
    const page = pluginFiles(facts, SIGNS_IN)['skills/synapse/SKILL.md']!;
    const [, front, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(page)!;
    expect(SkillFrontMatter.parse(parse(front!)).name).toBe('synapse');
    const named = [...body!.matchAll(/`(synapse_\w+)`/g)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !served.has(name))).toEqual([]);
  });

  it('the bundle names tools that are served, by their titles', () => {
    expect(manifest.tools!.length).toBeGreaterThan(5);
    for (const { name, description } of manifest.tools!) {
      expect([name, served.has(name)]).toEqual([name, true]);
      expect(description).toBe(TOOL_TITLES[name]![language]);
    }
    expect(manifest.server.entry_point).toBe('server/mcp-bridge.mjs');
    expect(manifest.server.mcp_config.args!.join(' ')).not.toContain('user_config');
  });
});

it('every program names the version that is published', () => {
  for (const name of ['cli', 'server', 'agent', 'contract', 'web']) {
    expect([name, JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8')).version]).toEqual([name, version]);
  }
});
