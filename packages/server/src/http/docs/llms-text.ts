/** What a language model should know about this instance before it helps a user. */

export function llmsText(version: string, publicUrl: string | null): string {
  const base = publicUrl ?? '';
  return `# Synapse ${version}

> A self-hosted service through which an AI client runs shell commands on a person's machines. Secrets are written as
> placeholders, {{NAME}}; the service fills them in and takes them out of the output again. Every command is logged.

- MCP endpoint: POST ${base}/tda/mcp with the header X-AI-Token (an AI token, dk_ai_…). Authorization: Bearer is not read there.
- A person generates the token on the page: View, Settings, AI access, Generate token; or with \`synapse token create\`.
- Client configuration: \`synapse mcp config --client claude|claude-code|cursor|vscode|zed\`.

## How to use the tools well

- Start with synapse_list_machines, then synapse_exec with machine and command.
- Never ask for a secret's value. synapse_list_secrets gives names; write "{{NAME}}" in double quotes where the value goes.
- Write commands plainly: no \`docker exec\` in front (pass container), no \`rtk\` in front (output is compacted anyway).
- cwd is an absolute path; it is required on agent machines and for git commands.
- A command that runs long: wait_seconds, then synapse_get_execution with its execution_id.
- What was cut from an output: synapse_get_output with execution_id, grep or offset.
- A result with isError and _meta "synapse/code" says what to mend; a non-zero exit_code is an ordinary result.

## Docs

- [REST reference](${base}/docs/api): every call, with its schemas
- [OpenAPI](${base}/openapi.json): the same for programs
- [Errors](${base}/docs/errors): every code, why it comes and how to mend it
`;
}
