/** A client process of its own that runs an alias: `call-alias.ts <url> <token> <command> <times>`; prints its successes. */
const [url, token, command, times] = process.argv.slice(2) as [string, string, string, string];
const calls = Array.from({ length: Number(times) }, async (_, id) => {
  const response = await fetch(`${url}/tda/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-ai-token': token },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'synapse_exec', arguments: { machine: 'local', command } },
    }),
  });
  const { result } = (await response.json()) as { result?: { structuredContent?: { success?: boolean } } };
  return result?.structuredContent?.success === true ? 1 : 0;
});
const done: number[] = await Promise.all(calls);
process.stdout.write(`${done.reduce((sum, one) => sum + one, 0)}\n`);
