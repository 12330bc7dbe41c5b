/**
 * What others demand of our files, as far as the files use it: every field that they have is named here with its
 * limits, and nothing else may be there.
 * - `server.json` names the MCP registry's schema of 2025-12-11. Limits of name, description, version and packages were
 *   compared with the text of revision 2025-09-29; `title` and the variables of a remote, which are newer, were not.
 * - The manifest of MCP bundles (`.mcpb`): version 0.3, as in `@anthropic-ai/mcpb` 2.1.
 * - The plugin manifest of Claude Code: its manifest reference, which has no revision.
 * - `.mcp.json` and the front matter of skills: what is commonly documented; `claude plugin validate` in
 *   `test/cli/mcp-files.all.test.ts` is the judge of both.
 */
import * as z from 'zod';

const Semver = z.string().regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/);

const RegistryInput = z.strictObject({
  description: z.string().min(1).optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  default: z.string().optional(),
});

export const ServerJson = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  // A range is refused.
  version: Semver.max(255),
  remotes: z
    .array(
      z.strictObject({
        type: z.enum(['streamable-http', 'sse']),
        url: z.string().regex(/^https?:\/\/[^\s]+$/),
        variables: z.record(z.string().regex(/^\w+$/), RegistryInput),
      }),
    )
    .min(1),
  packages: z
    .array(
      z.strictObject({
        registryType: z.enum(['npm', 'pypi', 'oci', 'nuget', 'mcpb']),
        identifier: z.string().min(1),
        version: Semver,
        runtimeHint: z.enum(['npx', 'uvx', 'docker', 'dnx']),
        transport: z.strictObject({ type: z.literal('stdio') }),
        packageArguments: z.array(z.strictObject({ type: z.literal('positional'), value: z.string().min(1) })),
        environmentVariables: z.array(RegistryInput.extend({ name: z.string().min(1) })),
      }),
    )
    .min(1),
});

const UserConfig = z.strictObject({
  type: z.enum(['string', 'number', 'boolean', 'directory', 'file']),
  title: z.string(),
  description: z.string(),
  required: z.boolean().optional(),
  sensitive: z.boolean().optional(),
  default: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).optional(),
});

export const BundleManifest = z.strictObject({
  manifest_version: z.literal('0.3'),
  name: z.string().min(1),
  display_name: z.string().optional(),
  version: Semver,
  description: z.string().min(1),
  author: z.strictObject({ name: z.string().min(1), email: z.email().optional(), url: z.url().optional() }),
  license: z.string().optional(),
  server: z.strictObject({
    type: z.enum(['python', 'node', 'binary']),
    entry_point: z.string().min(1),
    mcp_config: z.strictObject({
      command: z.string().min(1),
      args: z.array(z.string()).optional(),
      env: z.record(z.string(), z.string()).optional(),
    }),
  }),
  tools: z.array(z.strictObject({ name: z.string(), description: z.string().optional() })).optional(),
  tools_generated: z.boolean().optional(),
  prompts_generated: z.boolean().optional(),
  compatibility: z
    .strictObject({ runtimes: z.strictObject({ node: z.string().optional(), python: z.string().optional() }) })
    .optional(),
  user_config: z.record(z.string(), UserConfig).optional(),
});

export const PluginManifest = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/),
  version: Semver.optional(),
  description: z.string().optional(),
});

export const PluginServers = z.strictObject({
  mcpServers: z.record(
    z.string().regex(/^[\w-]+$/),
    z.strictObject({
      type: z.enum(['http', 'sse']),
      url: z.url(),
      headers: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

export const SkillFrontMatter = z.strictObject({
  // As the folder that it is in.
  name: z
    .string()
    .max(64)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  description: z.string().min(1).max(1024),
});
