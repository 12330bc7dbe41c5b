/** The starter shortcuts: what people type every day, across tools. Their codes are reserved, installed or not. */
import { codeKey } from './expand.ts';

export interface Starter {
  readonly code: string;
  readonly command: string;
}

const starter = (code: string, command: string): Starter => ({ code, command });

export const STARTERS: readonly Starter[] = [
  starter('gst', 'git status'),
  starter('glg', 'git log -5 --oneline'),
  starter('gdf', 'git diff'),
  starter('gds', 'git diff --staged'),
  starter('gbr', 'git branch -vv'),
  starter('gft', 'git fetch --all --prune'),
  starter('gpl', 'git pull --ff-only'),
  starter('gsh', 'git show --stat'),

  starter('dps', 'docker ps'),
  starter('dim', 'docker images'),
  starter('dlg', 'docker logs --tail 100 {}'),
  starter('dst', 'docker stats --no-stream'),
  starter('dsd', 'docker system df'),

  starter('dcp', 'docker compose ps'),
  starter('dcu', 'docker compose up -d {}'),
  starter('dcd', 'docker compose down'),
  starter('dcl', 'docker compose logs --tail 100 {}'),
  starter('dcr', 'docker compose restart {}'),

  starter('nrb', 'npm run build'),
  starter('nrt', 'npm run test'),
  starter('nin', 'npm install'),

  starter('sst', 'systemctl status {} --no-pager'),
  starter('srs', 'systemctl restart {}'),
  starter('sls', 'systemctl list-units --failed --no-pager'),

  starter('jrn', 'journalctl -n 100 --no-pager'),
  starter('jru', 'journalctl -n 100 --no-pager -u {}'),
  starter('tla', 'tail -n 100 {}'),

  starter('dfh', 'df -h'),
  starter('dus', 'du -sh ./* | sort -h'),
  starter('fre', 'free -h'),
  starter('psm', 'ps aux --sort=-%mem | head -n 15'),
  starter('psc', 'ps aux --sort=-%cpu | head -n 15'),
  starter('prt', 'ss -tulpn'),

  starter('kgp', 'kubectl get pods'),
  starter('kgn', 'kubectl get nodes'),
  starter('klg', 'kubectl logs --tail=100 {}'),
  starter('kdp', 'kubectl describe pod {}'),
];

const byCode = new Map(STARTERS.map((entry) => [entry.code, entry]));
const byCommand = new Map(STARTERS.map((entry) => [entry.command, entry]));

export function starterOfCode(code: string): Starter | undefined {
  return byCode.get(codeKey(code));
}

export function starterOfCommand(command: string): Starter | undefined {
  return byCommand.get(command);
}
