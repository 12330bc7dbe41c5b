/** What every executor must do, whatever kind of machine it serves. Each kind runs this same suite on a real engine. */
import { createHash, randomBytes } from 'node:crypto';
import { type Executor, type Shell, shellQuote } from '@synapse/runner';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { withStdin } from '../../packages/server/src/exec/prepare/with-stdin.ts';
import { readReport } from '../../packages/server/src/exec/session/read-report.ts';
import { scanSession } from '../../packages/server/src/exec/session/session-scanner.ts';
import { inSession, sessionVariable } from '../../packages/server/src/exec/session/session-script.ts';
import { folderOf, listScript } from '../../packages/server/src/files/list-script.ts';
import { fetchFile, sha256 } from '../../packages/server/src/files/read-file.ts';
import { writeFile } from '../../packages/server/src/files/write-file.ts';
import { pidsWithArgument, pidsWithEnvironment, signalAll } from '../engines/process-tree.ts';
import { runScripts } from '../files/run-scripts.ts';
import { type CommandOptions, run as runOn, start as startOn, startUntil as startUntilOn } from './run-command.ts';

export interface Rig {
  readonly executor: Executor;
  /** Where commands run. Null: on the machine itself. */
  readonly container: string | null;
  readonly shell?: Shell;
  /** A directory on the target that commands may write to. */
  readonly scratch: string;
  /** The target goes away and comes back. */
  readonly reboot?: () => Promise<void>;
  /** The target goes away at once, with all that runs there. */
  readonly vanish?: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface Features {
  readonly reboot?: boolean;
  readonly vanish?: boolean;
  /** False: the target closes a command's output with its shell, even if a child still prints. */
  readonly lateOutput?: boolean;
  /** False: sending the order starts the command, so it is sent only when the command may run. */
  readonly asksBeforeStart?: boolean;
}

/** The rule is two seconds. A computer that is busy with other tests may take ten times as long; what sleeps, longer. */
const KILL_LIMIT_MS = 10 * 2_000;
const exited = (exitCode: number) => ({ kind: 'exited', exitCode });

/** Values that break naive substitution: every printable sign, newlines, shell code, unicode, dashes, large ones. */
export const AWKWARD_SECRETS: Readonly<Record<string, string>> = {
  s_ascii: Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join(''),
  s_code: '$(echo pwned) `echo pwned` ${HOME} $$ \\n \\',
  s_lines: '\nfirst\r\n\n\tthird line\n\n',
  s_quotes: `'"'"'"''""`,
  s_dash: '-n -e --help',
  s_unicode: 'pässwörd ✓ 密码 😀 \u2028',
  s_control: '\x01\x1b[31m\x1e\x7f',
  s_long: 'x"\'$\\\n'.repeat(10_000),
};

export function describeExecutor(title: string, start: () => Promise<Rig>, features: Features = {}): void {
  describe(title, () => {
    let rig: Rig;
    beforeAll(async () => {
      rig = await start();
    });
    afterAll(() => rig?.stop());

    const inRig = () => ({ container: rig.container, shell: rig.shell ?? 'auto' });
    const run = (script: string, options: CommandOptions = {}) =>
      runOn(rig.executor, script, { ...inRig(), ...options });
    const startUntil = (word: string, script: string, options: CommandOptions = {}) =>
      startUntilOn(rig.executor, word, script, { ...inRig(), ...options });
    const tagged = (tag: string) => pidsWithEnvironment(`SYNAPSE_EXECUTION=${tag}`);

    // These wait more than they work, and do not get into each other's way.
    test.concurrent('the machine is reached without running anything', async () => {
      await expect(rig.executor.probe(AbortSignal.timeout(45_000))).resolves.toBeUndefined();
    });

    test.concurrent('exit codes are the command’s own, death by signal n is 128 + n [C5-EXIT-CODE]', async () => {
      const codes = { true: 0, 'exit 3': 3, 'no-such-program-here': 127, 'kill -TERM $$': 143, 'kill -9 $$': 137 };
      const each = Object.entries(codes).map(async ([script, code]) => {
        const ran = await run(script);
        expect(ran.outcome, script).toEqual(exited(code));
        expect(ran.started, script).toBe(1);
      });
      await Promise.all(each);
      expect((await run(`sh -c 'kill -9 $$'`)).outcome).toEqual(exited(137));
    });

    test
      .runIf(features.asksBeforeStart !== false)
      .concurrent('nothing runs before it may start, nor at all when it may not', async () => {
        const marker = `${rig.scratch}/mayStart`;
        const disk = Promise.withResolvers<void>();
        const waiting = run(`echo ran >'${marker}'; echo done`, { mayStart: disk.promise });
        // A second command comes and goes in the meantime.
        expect((await run(`test -e '${marker}' || echo nothing`)).text).toBe('nothing\n');
        disk.resolve();
        expect(await waiting).toMatchObject({ text: 'done\n', started: 1 });
        const full = Promise.withResolvers<void>();
        const refused = run(`rm '${marker}'`, { mayStart: full.promise });
        // The executor may look at it only later.
        full.promise.catch(() => undefined);
        full.reject(new Error('disk full'));
        await expect(refused).rejects.toThrow('disk full');
        expect((await run(`cat '${marker}'; rm '${marker}'`)).text).toBe('ran\n');
      });

    test.concurrent('a list of processes shows a short name of its shells, and nothing of what they do', async () => {
      const show = `for f in $(grep -lzx "SYNAPSE_EXECUTION=$SYNAPSE_EXECUTION" /proc/[0-9]*/environ 2>/dev/null) /proc/$$/x; do
        tr '\\0' ' ' <"\${f%/*}/cmdline"; echo; done 2>/dev/null | grep -v -e '^grep ' -e '^tr '`;
      for (const shell of ['auto', 'sh'] as const) {
        const lines = (await run(`sleep 0 & ${show}`, { shell })).text.split('\n').filter((line) => line.trim() !== '');
        const own = /^(?:bash --norc|\/bin\/sh) -c IFS= read -r _synapse && eval "\$_synapse" (?:bash|\/bin\/sh) $/;
        expect(lines.at(-1), shell).toMatch(own);
        for (const line of lines) {
          expect(line.length, line).toBeLessThan(120);
          expect(line).not.toMatch(/printf|ulimit|kill|[0-9a-f]{32}|_synapse_/);
        }
      }
    });

    test.concurrent('bash runs it where the target has one, and sh where that is asked for', async () => {
      const has = (await run('command -v bash >/dev/null && echo yes')).text === 'yes\n';
      const which = 'echo "${BASH_VERSION:+bash}:$0:$#"';
      expect((await run(which, { shell: 'auto' })).text).toBe(has ? 'bash:bash:0\n' : ':/bin/sh:0\n');
      expect((await run(`${which}; [ -o posix ] && echo posix`, { shell: 'sh' })).text).toMatch(
        /^(?::\/bin\/sh:0|bash:\/bin\/sh:0\nposix)\n$/,
      );
      const tested = await run('[[ -d / && ! -f / ]] && echo "$(cat <(echo {a,b}))"', { shell: 'auto' });
      if (has) expect(tested).toMatchObject({ text: 'a b\n', outcome: exited(0) });
      const asked = run(which, { shell: 'bash' });
      if (has) expect((await asked).text).toBe('bash:bash:0\n');
      else await expect(asked).rejects.toThrow();
    });

    test.concurrent('a text on its input, and a session, need nothing but the shell there', async () => {
      for (const shell of ['auto', 'sh'] as const) {
        expect((await run(withStdin('cat; exit 4', 'a\n\nb'), { shell })).text).toBe('a\n\nb');
        const nonce = randomBytes(16).toString('hex');
        const kept = { cwd: '/', umask: '0027', exported: { A: 'kept' }, unset: [] };
        const script = inSession(
          `echo "$A $(umask)"; cd '${rig.scratch}'; export B='two\n\nlines'; exit 5`,
          kept,
          nonce,
        );
        const chunks: Buffer[] = [];
        const sink = scanSession({ stdout: (chunk) => void chunks.push(Buffer.from(chunk)), stderr: () => {} }, nonce);
        const secrets = { [sessionVariable(0)]: 'kept' };
        const ran = await run(script, { shell, secrets, stdoutSink: (chunk) => sink.stdout(chunk) });
        expect(ran.outcome).toEqual(exited(5));
        expect([Buffer.concat(chunks).toString(), ran.stderr.toString()]).toEqual(['kept 0027\n', '']);
        const state = readReport(sink.report()!, () => false);
        expect(state).toMatchObject({ umask: '0027', exported: { A: 'kept', B: 'two\n\nlines' }, unset: [] });
        expect(state!.cwd).toBe((await run('pwd', { cwd: rig.scratch })).text.trim());
      }
    });

    test.concurrent('stdout and stderr come apart, whole and as bytes', async () => {
      const ran = await run(`printf '\\377\\000\\001é'; printf 'à côté' >&2`);
      expect(ran.stdout).toEqual(Buffer.from([0xff, 0, 1, 0xc3, 0xa9]));
      expect(ran.stderr.toString()).toBe('à côté');
      expect(ran.outcome).toEqual(exited(0));
    });

    test.concurrent('input reaches the command whole and as bytes, at its own pace', async () => {
      const bytes = randomBytes(3 * 1024 * 1024);
      async function* input() {
        for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000);
      }
      const ran = await run(`head -c ${bytes.length} | { sleep 0.2; cat; }; echo after`, { input: input() });
      expect(ran.outcome).toEqual(exited(0));
      expect(ran.stdout.equals(Buffer.concat([bytes, Buffer.from('after\n')]))).toBe(true);
      expect((await run('cat; echo none')).text).toBe('none\n');
    });

    test.concurrent('input that fails, and a kill, end a command that reads it: it has time to clean up', async () => {
      const file = `${rig.scratch}/half-written`;
      const script = `trap 'rm -f ${file}' EXIT; echo begun; head -c 1000 >${file}; [ "$(wc -c <${file})" -eq 1000 ]`;
      async function* fails() {
        yield Buffer.from('some of it');
        throw new Error('gone');
      }
      const failed = await run(script, { input: fails() });
      expect(failed.outcome).toEqual(exited(1));
      async function* hangs() {
        yield Buffer.from('some of it');
        await new Promise(() => {});
      }
      const stop = new AbortController();
      const killed = await startUntil('begun', script, { input: hangs(), signal: stop.signal });
      stop.abort();
      expect((await killed.done).outcome).toEqual({ kind: 'killed' });
      expect((await run(`ls ${file} 2>/dev/null; echo end`)).text).toBe('end\n');
      expect(await tagged(killed.tag)).toEqual([]);
    });

    test.concurrent('files are written whole, read as they are, and never half', async () => {
      const path = `${rig.scratch}/a file: "it's" $HOME \\n\n*`;
      const onTarget = runScripts(rig.executor, rig.container);
      const bytes = Buffer.from(`é✓ ${'\0\r\n'.repeat(500_000)} no last newline`);
      const made = await writeFile(onTarget, { path, bytes, expect: 'absent', mode: '640' });
      expect(made).toEqual({ path, sha256: sha256(bytes), size: bytes.length, created: true });
      const fetched = await fetchFile(onTarget, path);
      expect(fetched.bytes.equals(bytes)).toBe(true);
      expect(fetched.about).toMatchObject({ size: bytes.length, mode: '0640' });
      const again = Buffer.from('second');
      const wanted = { path, bytes: again, mode: null };
      await expect(writeFile(onTarget, { ...wanted, expect: 'absent' })).rejects.toMatchObject({
        code: 'file_changed',
      });
      await expect(writeFile(onTarget, { ...wanted, expect: sha256(again) })).rejects.toMatchObject({
        code: 'file_changed',
        details: { now: sha256(bytes) },
      });
      await writeFile(onTarget, { ...wanted, expect: sha256(bytes) });
      expect(await fetchFile(onTarget, path)).toMatchObject({ bytes: again, about: { mode: '0640' } });
      const listed = folderOf('', (await onTarget(listScript(rig.scratch))).body);
      expect(listed.entries.filter(({ name }) => name.startsWith('.synapse'))).toEqual([]);
      expect(listed.entries).toContainEqual(
        expect.objectContaining({ name: path.slice(rig.scratch.length + 1), size: 6 }),
      );
      await run(`rm ${shellQuote(path)}`);
      await expect(fetchFile(onTarget, path)).rejects.toMatchObject({ code: 'file_not_found' });
    });

    test.concurrent('non-ASCII output survives every chunk border', async () => {
      const ran = await run(`i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo "aé✓😀密码ü$i${'é✓😀'.repeat(30)}"; done`);
      const lines = Array.from({ length: 3000 }, (_, index) => `aé✓😀密码ü${index + 1}${'é✓😀'.repeat(30)}\n`);
      expect(ran.text).toBe(lines.join(''));
    });

    test.concurrent('quotes, heredocs, several lines and signs pass through every shell between', async () => {
      const script = [
        `echo 'it'"'"'s' "a \\"b\\" \\$HOME" \\\\ '!' '!!' "!x" '#' ~+x '%s' '{{.Names}}'`,
        `cat <<'EOF'`,
        `  $HOME \`id\` "quoted" 'single' \\ é`,
        'EOF',
        `for word in "a  b" 'c\td'; do`,
        `  printf '[%s]\\n' "$word"`,
        'done',
        `sh -c 'printf "%s\\n" "$1"' sh "$(printf 'two\\nlines')"`,
      ].join('\n');
      const ran = await run(script);
      expect(ran.text).toBe(
        `it's a "b" $HOME \\ ! !! !x # ~+x %s {{.Names}}\n  $HOME \`id\` "quoted" 'single' \\ é\n[a  b]\n[c\td]\ntwo\nlines\n`,
      );
      expect(ran.stderr.toString()).toBe('');
    });

    test.concurrent('a prompt meets the end of its input instead of hanging', async () => {
      const ran = await run('read answer || echo "nobody: [$answer]"; cat; echo end');
      expect(ran.text).toBe('nobody: []\nend\n');
    });

    test.concurrent('/dev/stdout and /dev/stderr can be opened', async () => {
      const ran = await run('echo out >/dev/stdout; echo both | tee /dev/stderr; echo err >/dev/stderr');
      expect([ran.text, ran.stderr.toString()]).toEqual(['out\nboth\n', 'both\nerr\n']);
    });

    test.concurrent('cwd is honoured, whatever it is called', async () => {
      const name = `${rig.scratch}/a "b" 'c' $d é`;
      await run(`mkdir -p "$dir"`, { secrets: { dir: name } });
      const ran = await run('pwd', { cwd: name });
      expect(ran.text).toBe(`${name}\n`);
    });

    test.concurrent('a cwd that does not exist is refused before anything starts [C5-CWD]', async () => {
      for (const cwd of [`${rig.scratch}/nowhere`, '/dev/null']) {
        const marker = `${rig.scratch}/ran`;
        await expect(run(`touch ${marker}`, { cwd })).rejects.toMatchObject({ code: 'cwd_not_found' });
        expect((await run(`test -e ${marker}`)).outcome).toEqual(exited(1));
      }
    });

    test.concurrent('the environment is the target’s, with the tag and without the service’s', async () => {
      process.env.SYNAPSE_TEST_OF_THE_SERVICE = 'must not travel';
      try {
        const ran = await run('env; echo "tag=$SYNAPSE_EXECUTION"');
        expect(ran.text).toMatch(/tag=test-[0-9a-f-]{36}\n/);
        expect(ran.text).toMatch(/^PATH=.+/m);
        expect(ran.text).not.toContain('must not travel');
      } finally {
        delete process.env.SYNAPSE_TEST_OF_THE_SERVICE;
      }
    });

    test.concurrent('secrets arrive intact, whatever they hold', async () => {
      const names = Object.keys(AWKWARD_SECRETS);
      const script = names.map((name) => `printf '%s\\000' "\${${name}}"`).join('; ');
      const ran = await run(script, { secrets: AWKWARD_SECRETS });
      const arrived = ran.text.split('\0').slice(0, -1);
      expect(arrived).toHaveLength(names.length);
      for (const [index, name] of names.entries()) expect(arrived[index] === AWKWARD_SECRETS[name], name).toBe(true);
    });

    test('secrets are in no argument list and in no environment while the command runs', async () => {
      const canary = `canary-${createHash('sha256').update(title).digest('hex')}`;
      const abort = new AbortController();
      const running = await startUntil('ready', 'echo "ready ${#secret}"; sleep 1000', {
        secrets: { secret: canary },
        signal: abort.signal,
      });
      await vi.waitFor(async () => expect(await tagged(running.tag)).not.toEqual([]), 45_000);
      expect(await pidsWithArgument(canary)).toEqual([]);
      expect(await pidsWithEnvironment(canary)).toEqual([]);
      abort.abort();
      const ran = await running.done;
      expect(ran.text).toBe(`ready ${canary.length}\n`);
    });

    test('an abort kills the whole tree, escapees included, and keeps what was printed', async () => {
      const abort = new AbortController();
      const running = await startUntil(
        'all up',
        [
          'sleep 1001 & sh -c \'trap "" TERM INT HUP; sleep 1002; sleep 1003\' &',
          'setsid sleep 1004 & nohup sleep 1005 >/dev/null 2>&1 &',
          'setsid sh -c "setsid sleep 1006 & sleep 1007" >/dev/null 2>&1 </dev/null &',
          'echo all up; sleep 1008; echo never',
        ].join('\n'),
        { signal: abort.signal },
      );
      await vi.waitFor(async () => expect((await tagged(running.tag)).length).toBeGreaterThanOrEqual(8), 45_000);
      const asked = performance.now();
      abort.abort();
      const ran = await running.done;
      await vi.waitFor(async () => expect(await tagged(running.tag)).toEqual([]), 45_000);
      expect(performance.now() - asked).toBeLessThan(KILL_LIMIT_MS);
      expect(ran.outcome).toEqual({ kind: 'killed' });
      expect(ran.text).toBe('all up\n');
    });

    test('an abort keeps a last byte that may begin a mark of ours', async () => {
      const abort = new AbortController();
      const running = await startUntil('up', "printf 'up\\036'; sleep 1009", { signal: abort.signal });
      abort.abort();
      expect(await running.done).toMatchObject({ outcome: { kind: 'killed' }, text: 'up\x1e' });
    });

    test('an abort also stops a command that prints without end into a sink that is stuck', async () => {
      const abort = new AbortController();
      const first = Promise.withResolvers<void>();
      const stuck = Promise.withResolvers<void>();
      let chunks = 0;
      const before = process.memoryUsage().rss;
      const running = runOn(rig.executor, 'cat /dev/zero', {
        container: rig.container,
        signal: abort.signal,
        stdoutSink: () => {
          chunks += 1;
          first.resolve();
          return stuck.promise;
        },
      });
      await first.promise;
      // Others go on, and nothing piles up, while this one waits for its sink.
      for (let index = 0; index < 5; index++) expect((await run(`echo ${index}`)).text).toBe(`${index}\n`);
      expect(chunks).toBe(1);
      expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20);
      abort.abort();
      expect((await running).outcome).toEqual({ kind: 'killed' });
      stuck.resolve();
    });

    test('an abort also kills a command that has killed the watchdog beside it', async () => {
      const abort = new AbortController();
      // The watchdog is a fork of the command's shell: the same session and arguments, another number. Other commands on
      // this computer have the same arguments.
      const script = [
        'mine=$(tr "\\0" "\\n" </proc/$$/cmdline); read -r _ _ _ _ _ session _ </proc/$$/stat',
        'for d in /proc/[0-9]*; do p=${d#/proc/}; [ "$p" = $$ ] && continue',
        '  s=; read -r _ _ _ _ _ s _ <"$d/stat"; [ "$s" = "$session" ] || continue',
        '  [ "$(tr "\\0" "\\n" 2>/dev/null <"$d/cmdline")" = "$mine" ] && kill -9 "$p"',
        'done 2>/dev/null; setsid sleep 1050 & echo alone; sleep 1051',
      ].join('\n');
      const running = await startUntil('alone', script, { signal: abort.signal });
      abort.abort();
      expect((await running.done).outcome).toEqual({ kind: 'killed' });
      await vi.waitFor(async () => expect(await tagged(running.tag)).toEqual([]), 45_000);
    });

    test('an abort before the start starts nothing', async () => {
      const ran = await run('echo no', { signal: AbortSignal.abort() });
      expect(ran).toMatchObject({ outcome: { kind: 'killed' }, started: 0, text: '' });
    });

    test('a child in the background that holds the output is not waited for, and left alone [C5-BACKGROUND]', async () => {
      const print = features.lateOutput === false ? '' : 'echo late; echo late >&2;';
      const go = `${rig.scratch}/go-on`;
      const late = `until [ -e ${go} ]; do sleep 0.1; done; ${print} sleep 1011`;
      const running = startOn(rig.executor, `sleep 1010 & (${late}) & echo started`, inRig());
      const ran = await running.done;
      expect(ran.outcome).toEqual(exited(0));
      expect(ran.text).toBe('started\n');
      await run(`: > ${go}`);
      const left = async () => {
        const [own, sleeps] = [await tagged(running.tag), await pidsWithArgument('sleep\x00101')];
        return own.filter((pid) => sleeps.includes(pid));
      };
      try {
        // By the time it sleeps again, the second child has printed into a pipe that must still be open.
        await vi.waitFor(async () => expect(await left()).toHaveLength(2), 45_000);
      } finally {
        signalAll(await left(), 'SIGKILL');
      }
    });

    test('nothing is lost at the end, with or without a child that holds the output', async () => {
      const print = 'i=0; while [ $i -lt 20 ]; do i=$((i+1)); head -c 10007 /dev/zero; done; head -c 333 /dev/zero >&2';
      // Alone, and several at once.
      for (const rounds of [[0], [1, 2, 3, 4], [5, 6, 7, 8, 9]]) {
        const scripts = rounds.map((round) => (round % 5 === 4 ? `sleep 2 & ${print}` : `${print}; exit ${round}`));
        for (const ran of await Promise.all(scripts.map((script) => run(script))))
          expect([ran.stdout.length, ran.stderr.length]).toEqual([200_140, 333]);
      }
    });

    test('100 MB arrive whole, in bounded memory', async () => {
      let bytes = 0;
      let peak = 0;
      const before = process.memoryUsage().rss;
      const ran = await run('head -c 104857600 /dev/zero; echo end >&2', {
        stdoutSink: (chunk) => {
          bytes += chunk.length;
          peak = Math.max(peak, process.memoryUsage.rss());
        },
      });
      expect(ran.outcome).toEqual(exited(0));
      expect(bytes).toBe(104_857_600);
      expect(ran.stderr.toString()).toBe('end\n');
      expect(peak - before).toBeLessThan(200 * 2 ** 20);
    });

    test('many at once all get their own answer', async () => {
      const many = Array.from({ length: 16 }, (_, index) => index);
      const all = await Promise.all(many.map((index) => run(`sleep 0.2; echo "answer ${index}"; exit ${index}`)));
      expect(all.map((ran) => ran.text)).toEqual(many.map((index) => `answer ${index}\n`));
      expect(all.map((ran) => ran.outcome)).toEqual(many.map(exited));
    });

    if (features.reboot) {
      test('a reboot between two commands is not noticed', async () => {
        expect((await run('echo before')).text).toBe('before\n');
        await rig.reboot!();
        const after = await Promise.all(['a', 'b', 'c'].map((word) => run(`echo ${word}`)));
        expect(after.map((ran) => [ran.text, ran.started])).toEqual([
          ['a\n', 1],
          ['b\n', 1],
          ['c\n', 1],
        ]);
      });
    }

    if (features.vanish) {
      test('a target that vanishes in the middle is told apart from an end, with the output so far', async () => {
        const running = await startUntil('half way', 'echo half way; sleep 1020; echo never');
        await rig.vanish!();
        const ran = await running.done;
        expect(ran.outcome).toEqual({ kind: 'lost', reason: { fr: expect.any(String), en: expect.any(String) } });
        expect(ran.text).toBe('half way\n');
        expect(ran.started).toBe(1);
        await rig.reboot?.();
      });
    }
  });
}
