/**
 * The ways in for AI clients, each tried as those clients would, through the address that they use: with a header, by
 * signing in at the bare address, and from the cloud of an assistant.
 */
import { isReachedFromCloud } from '@synapse/contract/public-host';
import { tell } from '../words/tell.ts';
import { type Asked, askAsClient, type Heard } from './ask-as-client.ts';
import { type Finding, failed, ok, skipped, warning } from './finding.ts';

/** What the assistants' clouds call themselves. Some content networks block it. */
const CLOUD = { 'user-agent': 'Claude-User' };
/** A token that does not exist. A service that gets it answers that it is unknown; without it, that none came. */
const NO_TOKEN = `dk_ai_${'0'.repeat(48)}`;
const CLOCK_MS = 30_000;
const METADATA = '/.well-known/oauth-protected-resource/mcp';
const ISSUER = '/.well-known/oauth-authorization-server/oauth';

type Obstacle = Pick<Finding, 'detail' | 'mend'> | null;

export async function checkWaysIn(base: string): Promise<Finding[]> {
  const header = await byHeader(base);
  const signIn = await bySignIn(base);
  return [
    finding(tell('way_header'), header, tell('way_header_ok', { url: `${base}/tda/mcp` })),
    signIn === 'off'
      ? warning(tell('way_sign_in'), tell('way_off', { url: base }), tell('way_off_mend'))
      : finding(tell('way_sign_in'), signIn, tell('way_sign_in_ok', { url: `${base}/mcp` })),
    await fromTheCloud(base, header === null && signIn === null),
  ];
}

const finding = (check: string, obstacle: Obstacle, fine: string): Finding =>
  obstacle === null ? ok(check, fine) : failed(check, obstacle.detail, obstacle.mend ?? '');

/** Everything that sends `X-AI-Token`. */
async function byHeader(base: string): Promise<Obstacle> {
  const path = '/tda/mcp';
  const plain = await askAsClient(base, { path });
  const inTheWay = strange(base, path, plain);
  if (inTheWay !== null) return inTheWay;
  const given = await askAsClient(base, { path, headers: { 'x-ai-token': NO_TOKEN } });
  return strange(base, path, given) ?? lost('X-AI-Token', given);
}

/** Claude Code, Cursor, VS Code: the bare address, whose refusal says where to sign in. */
async function bySignIn(base: string): Promise<Obstacle | 'off'> {
  const path = '/mcp';
  const described = await askAsClient(base, { path: METADATA, method: 'GET' });
  const plain = await askAsClient(base, { path });
  const challenge = plain.answered ? (plain.headers.get('www-authenticate') ?? '') : '';
  // The service itself says that clients cannot sign in here.
  if (challenge.includes('realm="synapse"')) return 'off';
  const inTheWay = strange(base, path, plain);
  if (inTheWay !== null) return inTheWay;
  if (!described.answered || described.status !== 200 || described.json === null)
    return missing(base, METADATA, described);
  const { resource } = described.json;
  if (resource !== `${base}/mcp`) return wrongAddress(base, String(resource));
  if (!challenge.includes('resource_metadata=')) return obstacle('no_challenge', { path });
  const issuer = await askAsClient(base, { path: ISSUER, method: 'GET' });
  if (!answers(issuer, 200) || issuer.json === null) return missing(base, ISSUER, issuer);
  if (issuer.json.issuer !== `${base}/oauth`) return wrongAddress(base, String(issuer.json.issuer));
  const given = await askAsClient(base, { path, headers: { authorization: `Bearer ${NO_TOKEN}` } });
  return strange(base, path, given) ?? lost('Authorization', given) ?? clockOf(given);
}

/** Claude.ai, the connectors of Claude Desktop, ChatGPT: the same, called from elsewhere. */
async function fromTheCloud(base: string, openHere: boolean): Promise<Finding> {
  const check = tell('way_cloud');
  if (!isReachedFromCloud(base)) return skipped(check, tell('way_not_public', { url: base }));
  if (!openHere) return skipped(check, tell('way_see_above'));
  for (const path of ['/mcp', METADATA]) {
    const asked: Asked = { path, method: path === '/mcp' ? 'POST' : 'GET', headers: CLOUD };
    const heard = await askAsClient(base, asked);
    if (heard.answered && heard.status === (path === '/mcp' ? 401 : 200)) continue;
    const said = heard.answered ? String(heard.status) : heard.reason;
    const blocked = obstacle('agent_blocked', { path, said });
    return finding(check, blocked, '');
  }
  return ok(check, tell('way_cloud_ok', { url: `${base}/mcp` }));
}

/** Whatever is no refusal of our service for want of a token. */
function strange(base: string, path: string, heard: Heard): Obstacle {
  if (!heard.answered) return obstacle('unreachable', { url: base, reason: heard.reason });
  const to = heard.headers.get('location');
  if (heard.status >= 300 && heard.status < 400) return obstacle('redirected', { path, to: to ?? '' });
  if (heard.status === 401 && heard.code !== null) return null;
  if (heard.code === 'origin_forbidden') return obstacle('unknown_name', { url: base });
  // A refusal of ours, for instance because too many came from here.
  if (heard.code !== null && heard.status !== 404) return obstacle('refused', { path, code: heard.code });
  return obstacle('not_ours', { path, status: heard.status });
}

function missing(base: string, path: string, heard: Heard): Obstacle {
  if (!heard.answered) return obstacle('unreachable', { url: base, reason: heard.reason });
  return obstacle('not_ours', { path, status: heard.status });
}

const lost = (header: string, heard: Heard): Obstacle =>
  heard.answered && heard.code === 'token_missing' ? obstacle('header_lost', { header }) : null;

const wrongAddress = (base: string, said: string): Obstacle => obstacle('wrong_address', { said, url: base });

/** Codes and tokens of a sign-in end within minutes, by the clock of the service. */
function clockOf(heard: Heard): Obstacle {
  const there = heard.answered ? Date.parse(heard.headers.get('date') ?? '') : Number.NaN;
  const apart = Math.abs(there - Date.now());
  return apart > CLOCK_MS ? obstacle('clock', { seconds: Math.round(apart / 1000) }) : null;
}

const answers = (heard: Heard, status: number): heard is Extract<Heard, { answered: true }> =>
  heard.answered && heard.status === status;

/** What may be in the way, and how to mend it. */
const OBSTACLES = {
  unreachable: ['way_unreachable', 'way_unreachable_mend'],
  redirected: ['way_redirected', 'way_redirected_mend'],
  refused: ['way_refused', 'way_refused_mend'],
  unknown_name: ['way_unknown_name', 'way_unknown_name_mend'],
  not_ours: ['way_not_ours', 'way_not_ours_mend'],
  header_lost: ['way_header_lost', 'way_header_lost_mend'],
  wrong_address: ['way_wrong_address', 'way_wrong_address_mend'],
  no_challenge: ['way_no_challenge', 'way_no_challenge_mend'],
  clock: ['way_clock', 'way_clock_mend'],
  agent_blocked: ['way_agent_blocked', 'way_agent_blocked_mend'],
} as const;

function obstacle(
  name: keyof typeof OBSTACLES,
  details: Readonly<Record<string, string | number>>,
): NonNullable<Obstacle> {
  const [said, mended] = OBSTACLES[name];
  return { detail: tell(said, details), mend: tell(mended, details) };
}
