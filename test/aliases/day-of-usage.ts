/** A working day on a web service, command by command: what a person asks an assistant to run, in four sittings. */

export interface Ran {
  readonly command: string;
  readonly exitCode: number;
  readonly alias: string | null;
}

const ok = (...commands: string[]): Ran[] => commands.map((command) => ({ command, exitCode: 0, alias: null }));
const failed = (command: string, exitCode = 1): Ran[] => [{ command, exitCode, alias: null }];
const times = (count: number, ran: Ran[]): Ran[] => Array.from({ length: count }, () => ran).flat();

const morning: Ran[] = [
  ...ok('git fetch --all --prune', 'git status', 'git log -5 --oneline', 'docker compose ps'),
  ...ok('docker compose logs --tail 100 api', 'docker compose logs --tail 100 worker', 'uptime', 'df -h'),
  ...ok('journalctl -u nginx --since today --no-pager', 'systemctl status nginx --no-pager'),
  ...times(6, ok('npm run test:unit -- --reporter dot')),
  ...failed('npm run test:unit -- --reporter dot'),
  ...ok('git status', 'git diff --stat', 'git status', 'ls -la', 'pwd', 'cat package.json'),
  ...ok('grep -rn "createOrder" src', 'grep -rn "OrderError" src', 'grep -rn "retryCount" src'),
  ...ok('git add -A', 'git commit -m "fix: retry orders"', 'git status'),
];

const noon: Ran[] = [
  ...ok('docker compose ps', 'docker compose logs --tail 100 api', 'docker compose logs --tail 100 db'),
  ...times(4, ok('docker compose up -d --build api', 'curl -fsS http://127.0.0.1:3000/healthz')),
  ...failed('curl -fsS http://127.0.0.1:3000/healthz', 7),
  ...ok('psql "{{DATABASE_URL}}" -c "select count(*) from orders"'),
  ...ok('psql "{{DATABASE_URL}}" -c "select * from orders order by id desc limit 5"'),
  ...ok('psql "{{DATABASE_URL}}" -c "select state, count(*) from jobs group by state"'),
  ...ok('kubectl -n staging get pods', 'kubectl -n staging get pods', 'kubectl -n staging logs --tail=200 api-7d9f'),
  ...ok('kubectl -n staging logs --tail=200 worker-5c4b', 'kubectl -n staging get pods'),
  ...times(3, ok('git status', 'npx tsc --noEmit -p tsconfig.json')),
];

const afternoon: Ran[] = [
  ...times(7, ok('npm run test:unit -- --reporter dot', 'npx tsc --noEmit -p tsconfig.json')),
  ...times(2, failed('npx tsc --noEmit -p tsconfig.json', 2)),
  ...ok('git status', 'git diff --stat', 'git diff --stat', 'git add -A', 'git commit -m "feat: export orders"'),
  ...ok('docker compose logs --tail 100 api', 'docker compose logs --tail 100 api', 'docker compose ps'),
  ...ok('tail -n 200 /var/log/nginx/error.log', 'tail -n 200 /var/log/nginx/access.log', 'free -m', 'ls -la'),
  ...ok('du -sh /var/lib/docker', 'ps aux --sort=-%mem | head -n 15', 'ps aux --sort=-%mem | head -n 15'),
  ...ok('grep -rn "exportOrders" src', 'sed -n 1,80p src/orders.ts', 'sed -n 80,160p src/orders.ts'),
  { command: 'git status', exitCode: 0, alias: 'gst' },
];

const evening: Ran[] = [
  ...ok('kubectl -n staging get pods', 'kubectl -n staging rollout status deployment/api', 'git push origin main'),
  ...ok('kubectl -n staging logs --tail=200 api-8e1a', 'kubectl -n staging get pods', 'docker compose ps'),
  ...ok('journalctl -u nginx --since today --no-pager', 'journalctl -u cron --since today --no-pager'),
  ...times(3, ok('curl -fsS http://127.0.0.1:3000/healthz')),
  ...ok(
    'git status',
    'git log -5 --oneline',
    'git log -5 --oneline',
    'git commit -m "docs: export"',
    'git push origin main',
  ),
  ...ok('tail -n 200 /var/log/nginx/error.log', 'psql "{{DATABASE_URL}}" -c "select count(*) from orders"'),
  ...failed('git push origin main'),
];

export const DAY_OF_USAGE: readonly Ran[] = [...morning, ...noon, ...afternoon, ...evening];
