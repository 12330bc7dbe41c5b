/**
 * Commands that people give every day to look at something, written down before anybody looked at what the judge knows.
 * On a careful machine with a sandbox, at most one in twenty is asked about.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judge } from '@synapse/judge';
import { expect, it } from 'vitest';

const READS = readFileSync(join(import.meta.dirname, 'everyday-reads.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('# '));

/** Those that are, and why. */
const ASKED: Readonly<Record<string, string>> = {
  'lsb_release -a': 'a script of the distribution, which nobody has described',
  'env | sort | head -0': 'the environment may hold secrets',
  'echo "$(hostname -s)"': 'asks the kernel about this machine’s name outside of the sandbox, and is no literal word',
  'supervisorctl status': 'connects to where the configuration in its folder says',
  'pm2 list': 'starts its own service where that does not run',
  'pm2 logs --nostream --lines 50': 'starts its own service where that does not run',
  'docker history nginx:latest': 'shows the environment of the image',
  'docker compose ps': 'fetches what the file of the project includes, from any address',
  'docker compose logs --tail 50 web': 'the same',
  'docker compose -f docker-compose.prod.yml ps': 'the same',
  'docker compose images': 'the same',
  'docker-compose ps': 'the same',
  'composer show': 'runs plugins that the project brings',
  'aws s3 ls s3://bucket/path/': 'asks whoever owns the bucket that is named',
  'aws lambda list-functions': 'shows the environment of each function',
  'az account show': 'writes logs and settings into the home',
  'az group list': 'writes logs and settings into the home',
  'az vm list': 'writes logs and settings into the home',
  'gcloud compute instances list': 'writes logs and settings into the home',
  'gcloud projects list': 'writes logs and settings into the home',
  'gcloud config list': 'writes logs and settings into the home',
};

function isAsked(command: string): boolean {
  const { effects, parts } = judge(command, { cwd: '/srv/app', home: null });
  const outside = parts.some((part) => part.outside);
  return effects.some((effect) => effect !== 'read') || (outside && !parts.every((part) => part.exact));
}

it('there are five hundred and more, each once', () => {
  expect(READS.length).toBeGreaterThanOrEqual(500);
  expect(READS.filter((command, at) => READS.indexOf(command) !== at)).toEqual([]);
});

it('at most one in twenty is asked about, for a reason', () => {
  expect(READS.filter(isAsked)).toEqual(Object.keys(ASKED));
  expect(Object.keys(ASKED).length / READS.length).toBeLessThanOrEqual(0.05);
});
