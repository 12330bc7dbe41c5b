/** The bridge as a program of its own, one file: what a `.mcpb` bundle holds. Address and token in the environment. */
import { speakAs, tell } from '../words/tell.ts';
import { bridgeLanguage, runBridge } from './stdio-bridge.ts';

const { SYNAPSE_URL, SYNAPSE_TOKEN } = process.env;
const onProblem = (text: string): void => void process.stderr.write(`synapse: ${text}\n`);

speakAs([], process.env);
// A reader that is gone ends the bridge, as the end of its input does.
process.stdout.on('error', () => process.exit(0));
if (!SYNAPSE_URL || !URL.canParse(SYNAPSE_URL) || !SYNAPSE_TOKEN) {
  onProblem(SYNAPSE_TOKEN ? tell('not_an_address', { url: SYNAPSE_URL ?? '' }) : tell('bridge_no_token'));
  process.exit(1);
}
await runBridge({
  // People paste the address of the endpoint as well as that of the service.
  url: `${SYNAPSE_URL.replace(/\/+$/, '').replace(/(?:\/tda)?\/mcp$/, '')}/tda/mcp?tools=core&answers=text`,
  token: SYNAPSE_TOKEN.trim(),
  language: bridgeLanguage(process.env),
  stdin: process.stdin,
  stdout: process.stdout,
  onProblem,
});
