/** `sudo` in a command: answered by a secret of the vault, by a real sudo, and by nobody where there is none. */

import { chownSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAgent } from './agents/agent-process.ts';
import { describeEngine } from './engines/describe-engine.ts';
import { locate } from './engines/engines.ts';
import { pidsWithArgument, pidsWithEnvironment } from './engines/process-tree.ts';
import { locateSshd, PASSWORD, PASSWORD_HASH, type Sshd, startSshd } from './engines/sshd.ts';
import { findSudo, NEEDS_TERMINAL } from './engines/sudo.ts';
import { removeAtEnd } from './left-behind.ts';
import { type Service, startService } from './service.ts';
import { SPARE_UID } from './spare-uid.ts';

interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit_code: number;
  readonly code?: string;
  readonly execution_id: string;
}

const SUDO = await locate('sudo', findSudo);
const SSHD = await locateSshd();

describeEngine(SUDO, 'sudo', (sudo) => {
  describeEngine(SSHD, 'on a real host', (program) => {
    let sshd: Sshd;
    let service: Service;
    let session: string;
    beforeAll(async () => {
      [sshd, service] = await Promise.all([
        sudo()
          .sshd(program())
          .then((wrapped) => startSshd(wrapped, [], [NEEDS_TERMINAL])),
        startService({ SYNAPSE_LIMITS: 'minute=1000' }),
      ]);
      session = await service.login();
      const secrets = {
        SSH_KEY: sshd.privateKey,
        ROOT_PASSWORD: PASSWORD,
        WRONG: 'not the password',
        ELSEWHERE: 'another password',
      };
      for (const [name, value] of Object.entries(secrets)) {
        const machines = name === 'ELSEWHERE' ? ['other'] : null;
        await service.call('PUT', `/synapse/secrets/${name}`, { token: session, body: { value, machines } });
      }
      const connection = { host: '127.0.0.1', port: sshd.port, user: 'tester', key_secret: 'SSH_KEY' };
      for (const [slug, sudo_secret] of [
        ['answered', 'ROOT_PASSWORD'],
        ['wrong', 'WRONG'],
        ['elsewhere', 'ELSEWHERE'],
        ['unanswered', null],
      ]) {
        const body = { slug, kind: 'ssh', connection, sudo_secret };
        await service.created('/synapse/machines', session, body);
      }
      await service.created('/synapse/machines', session, {
        slug: 'seated',
        kind: 'ssh',
        sudo_secret: 'ROOT_PASSWORD',
        connection: { ...connection, user: NEEDS_TERMINAL },
      });
    });
    afterAll(async () => {
      await service?.stop();
      await sshd?.stop();
    });

    const run = async (machine: string, command: string, more: object = {}) => {
      const body = { machine, command, ...more };
      return (await service.call<Answer>('POST', '/synapse/exec', { token: session, body })).body;
    };

    it.each([
      ['as root', 'sudo id -u', '0\n', 0],
      ['where it must not ask', 'sudo -n id -u; sudo -nu root id -un', '0\nroot\n', 0],
      ['in a pipe, with its input', 'echo in | sudo cat | sudo tr i I', 'In\n', 0],
      ['by another program', `sh -c 'sudo -- id -u' | xargs -n1 sudo echo`, '0\n', 0],
      ['several at once', 'for i in 1 2 3 4; do sudo echo x & done; wait', 'x\nx\nx\nx\n', 0],
      ['with its exit code', `sudo sh -c 'exit 7'`, '', 7],
      ['with variables', 'A=b sudo --preserve-env=A sh -c \'echo "$A"\'', 'b\n', 0],
      ['by its path', '/usr/bin/sudo id -u; sh -c "/usr/bin/sudo -- id -un"', '0\nroot\n', 0],
      ['with a password of its own', `echo "{{ROOT_PASSWORD}}" | sudo -S -p '' id -u`, '0\n', 0],
    ])('runs %s', async (_what, command, stdout, exit_code) => {
      expect(await run('answered', command, { raw: true })).toMatchObject({ stdout, exit_code });
      expect(await run('answered', command)).toMatchObject({ exit_code });
    });

    it('has the secret in no argument list, environment, file, log or answer', async () => {
      const waiting = run('answered', 'sudo sh -c "echo $$; sleep 2"; "$SUDO_ASKPASS"; env; set');
      const seen: string[] = [];
      for (let look = 0; look < 20; look++) {
        for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)) {
          for (const file of ['cmdline', 'environ']) {
            try {
              const text = readFileSync(`/proc/${pid}/${file}`, 'latin1');
              if (text.includes(PASSWORD)) seen.push(`${pid} ${file}`);
            } catch {
              // It has ended, or is not for us to see.
            }
          }
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const answer = await waiting;
      expect(seen).toEqual([]);
      // Whoever calls the helper by hand gets an answer, and it is redacted as any secret.
      expect(answer.stdout).toContain('{{ROOT_PASSWORD}}');
      expect(JSON.stringify(answer)).not.toContain('battery');
      expect(service.log.join('')).not.toContain('battery');
      const { body } = await service.call('GET', `/synapse/executions?machine=answered`, { token: session });
      expect(JSON.stringify(body)).not.toContain('battery');
    });

    it('leaves nothing on the target, also after it was killed', async () => {
      const nap = `sleep 61.${process.pid}`;
      const look = `ls -d /tmp/.synapse-sudo-* 2>/dev/null; pgrep -af 's[l]eep 61.${process.pid}'; pgrep -af 'synapse-sud[o]'`;
      // What somebody else has left there is not ours.
      const others = new Set((await run('unanswered', 'ls -d /tmp/.synapse-sudo-* 2>/dev/null')).stdout.split('\n'));
      const left = async () =>
        (await run('unanswered', look)).stdout
          .split('\n')
          .filter((line) => !others.has(line))
          .join('\n');
      await run('answered', 'sudo true');
      // Others on this host use sudo too, for moments. What sleeps would be there for a minute.
      await expect.poll(left).toBe('');
      const killed = await run('answered', `sudo sh -c '${nap} & ${nap}; :'`, { timeout_seconds: 3 });
      expect(killed).toMatchObject({ exit_code: 124 });
      await expect.poll(left).toBe('');
    });

    it('says that the secret is wrong', async () => {
      const { exit_code, stdout, stderr } = await run('wrong', 'sudo id -u');
      expect({ exit_code, stdout }).toEqual({ exit_code: 1, stdout: '' });
      expect(stderr).toContain('sudo did not accept the secret WRONG');
      expect(stderr).toContain('1 incorrect password attempt');
    });

    it('says what to change where sudo wants a terminal, or is told by its path to ask nobody', async () => {
      const seated = await run('seated', 'sudo id -u');
      expect(seated).toMatchObject({ exit_code: 1, stdout: '' });
      expect(seated.stderr).toContain(`Defaults:${NEEDS_TERMINAL} !requiretty`);
      const unasked = await run('answered', '/usr/bin/sudo -n id -u');
      expect(unasked).toMatchObject({ exit_code: 1, stdout: '' });
      expect(unasked.stderr).toContain('call it sudo');
      expect((await run('answered', 'sudo no-such-program')).stderr).not.toContain('synapse:');
    });

    describe('in a job', () => {
      const detached = async (machine: string, command: string, until: RegExp) => {
        const { execution_id: id } = await run(machine, command, { detach: true });
        const ask = async () =>
          (await service.call<Answer & { status: string }>('GET', `/synapse/executions/${id}`, { token: session }))
            .body;
        await expect.poll(async () => (await ask()).status + (await ask()).stdout).toMatch(until);
        return { id, ask };
      };

      it('is answered, and the secret is in no argument list or environment', async () => {
        const { ask } = await detached('answered', 'sudo id -u; sudo sleep 1; /usr/bin/sudo id -un', /0\n/);
        const looks = [await pidsWithEnvironment(PASSWORD), await pidsWithArgument(PASSWORD)];
        expect(looks.flat().filter((pid) => pid !== process.pid)).toEqual([]);
        await expect.poll(async () => (await ask()).status).toBe('done');
        const stdout = '$ sudo id -u\n0\n$ /usr/bin/sudo id -un\nroot\n';
        expect(await ask()).toMatchObject({ stdout, exit_code: 0 });
      });

      it('says that the secret is wrong, and that there is none', async () => {
        const [wrong, none, seated] = await Promise.all(
          ['wrong', 'unanswered', 'seated'].map((machine) => detached(machine, 'sudo id -u', /^done/)),
        );
        expect((await wrong!.ask()).stderr).toContain('sudo did not accept the secret WRONG');
        expect((await none!.ask()).stderr).toContain('give the machine unanswered a sudo_secret');
        expect((await seated!.ask()).stderr).toContain('!requiretty');
      });

      it('dies with it, and leaves nothing', async () => {
        const nap = `62.${process.pid}`;
        const list = async () =>
          (await run('unanswered', 'ls -d /tmp/.synapse-sudo-* ~/.synapse-job-* 2>/dev/null; :')).stdout.split('\n');
        const others = new Set(await list());
        const { id, ask } = await detached(
          'answered',
          `sudo sh -c 'echo begun, and naps; sleep ${nap} & sleep ${nap}; :'`,
          /begun,/,
        );
        expect(await pidsWithArgument(nap)).not.toEqual([]);
        await service.call('POST', `/synapse/executions/${id}/cancel`, { token: session });
        await expect.poll(async () => (await ask()).status).toBe('cancelled');
        await expect.poll(() => pidsWithArgument(nap)).toEqual([]);
        await expect.poll(async () => (await list()).filter((line) => !others.has(line))).toEqual([]);
      });
    });

    it('waits for nobody where no secret answers, and says what to set', async () => {
      const { exit_code, stderr } = await run('unanswered', 'sudo id -u');
      expect(exit_code).toBe(1);
      expect(stderr).toContain('give the machine unanswered a sudo_secret');
      expect((await run('unanswered', 'false sudo')).stderr).toBe('');
    });

    it('reads, writes and edits files of root by the tools', async () => {
      const token = await service.newToken(session);
      const folder = `/tmp/.synapse-of-root-${process.pid}`;
      const path = `${folder}/it's private`;
      const tool = (name: string, args: object, machine = 'answered') =>
        service.tool(token, `synapse_${name}_file`, { machine, path, ...args });
      try {
        await run('answered', `sudo sh -c 'umask 077; mkdir ${folder}; chmod 700 ${folder}'`);
        const sudo = true;
        expect(await tool('write', { text: 'one\n', mode: '600' })).toMatchObject({
          isError: true,
          code: 'file_forbidden',
        });
        expect((await tool('write', { text: 'one {{X}}\n', mode: '600', sudo })).result).toMatchObject({
          created: true,
        });
        expect((await tool('read', {})).code).toBe('file_forbidden');
        const read = (await tool('read', { sudo })).result;
        expect(read).toMatchObject({ text: 'one {{X}}\n', mode: '0600', owner: 'root', size: 10 });
        const edits = [{ old: 'one', new: 'two' }];
        expect((await tool('edit', { edits })).code).toBe('file_forbidden');
        expect((await tool('edit', { edits, sudo, expect: read.sha256 })).result.diff).toContain('+two {{X}}');
        expect((await tool('edit', { edits, sudo })).code).toBe('file_edit_ambiguous');
        const secret = { text: 'pw={{ROOT_PASSWORD}}\n', secrets: true, sudo };
        expect((await tool('write', secret)).result).toMatchObject({ created: false });
        expect((await tool('read', { sudo })).result).toMatchObject({
          text: 'pw={{ROOT_PASSWORD}}\n',
          mode: '0600',
          size: 4 + PASSWORD.length,
        });
        // Nobody answers there: nothing is tried.
        const none = await tool('read', { sudo }, 'unanswered');
        expect(none).toMatchObject({ isError: true, code: 'arguments_invalid' });
        expect(none.text).toMatch(/sudo.*unanswered n’a pas de sudo_secret/);
        expect((await tool('read', { sudo }, 'wrong')).text).toContain('sudo did not accept the secret WRONG');
        const { entries } = (await service.tool(token, 'synapse_list_audit_logs', { machine: 'answered', limit: 1 }))
          .result;
        expect(entries[0]).toMatchObject({ command_template: `sudo read-file ${path}`, success: true });
      } finally {
        await run('answered', `sudo rm -rf ${folder}`);
      }
    });

    it('asks about a file of root, and reads nothing of it before', async () => {
      const token = await service.newToken(session);
      const path = `/tmp/.synapse-asked-${process.pid}`;
      await run('answered', `sudo sh -c 'umask 077; echo one >${path}'`);
      const put = (preset: string) =>
        service.call('PUT', '/synapse/policy', { token: session, body: { text: `version: 1\ndefault: ${preset}\n` } });
      expect((await put('careful')).status).toBe(200);
      try {
        const order = { machine: 'answered', path, sudo: true };
        // Whether it would work or not: a person is asked about both.
        for (const old of ['one', 'no such text']) {
          const edits = [{ old, new: 'two' }];
          const editing = service.tool(token, 'synapse_edit_file', { ...order, edits });
          const asked = async () =>
            (
              await service.call<{ approvals: { id: string; effects: string[]; file: { diff: string } }[] }>(
                'GET',
                '/synapse/approvals?status=pending',
                { token: session },
              )
            ).body.approvals;
          await expect.poll(asked).toHaveLength(1);
          const [{ id, effects, file }] = (await asked()) as [Awaited<ReturnType<typeof asked>>[number]];
          expect(effects).toContain('privileged');
          expect(file.diff).toContain(`-${old}`);
          expect(file.diff).toContain('+two');
          const decision = { token: session, body: { decision: 'approve' } };
          await service.call('POST', `/synapse/approvals/${id}`, decision);
          const answer = await editing;
          if (old === 'one') expect(answer.result.diff).toContain('+two');
          else expect(answer.code).toBe('file_edit_ambiguous');
        }
      } finally {
        await put('open');
        await run('answered', `sudo rm -f ${path}`);
      }
    });

    it('keeps to where the secret may be used, and to what the vault has', async () => {
      expect(await run('elsewhere', 'sudo id')).toMatchObject({ code: 'secret_not_here' });
      expect((await run('elsewhere', 'id -un')).stdout).toBe('tester\n');
      const change = { token: session, body: { sudo_secret: 'NOT_THERE' } };
      await service.call('PATCH', '/synapse/machines/elsewhere', change);
      expect(await run('elsewhere', 'sudo id')).toMatchObject({ code: 'secret_missing' });
    });
  });

  it('is answered through an agent, too', async () => {
    const service = await startService();
    try {
      const session = await service.login();
      await service.call('PUT', '/synapse/secrets/PW', { token: session, body: { value: PASSWORD } });
      const wish = { slug: 'laptop', kind: 'agent', sudo_secret: 'PW' };
      const { enrollment } = await service.created<{ enrollment: { code: string } }>(
        '/synapse/machines',
        session,
        wish,
      );
      const home = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-agent-')));
      chownSync(home, SPARE_UID, SPARE_UID);
      const under = await sudo().asUser({ hash: PASSWORD_HASH }, SPARE_UID);
      const agent = startAgent({ url: service.url, code: enrollment.code, home, under });
      await agent.says('connected to');
      const body = { machine: 'laptop', cwd: '/', command: 'id -un; sudo id -un' };
      const { body: answer } = await service.call<Answer>('POST', '/synapse/exec', { token: session, body });
      expect(answer).toMatchObject({ stdout: '$ id -un\ntester\n$ sudo id -un\nroot\n', exit_code: 0 });
      const token = await service.newToken(session);
      const path = join(home, 'of-root');
      const write = { machine: 'laptop', path, text: 'by root\n', sudo: true };
      expect((await service.tool(token, 'synapse_write_file', write)).result).toMatchObject({ created: true });
      const read = { machine: 'laptop', path, sudo: true };
      expect((await service.tool(token, 'synapse_read_file', read)).result).toMatchObject({
        text: 'by root\n',
        owner: 'root',
      });
      await agent.stop();
    } finally {
      await service.stop();
    }
  });
});
