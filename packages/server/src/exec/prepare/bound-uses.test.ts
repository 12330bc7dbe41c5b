/** What a value that is bound to programs may be used for: the natural uses work, and every way around is refused. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '@synapse/contract';
import { judge } from '@synapse/judge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rewriteTemplate } from './placeholders/rewrite-template.ts';
import { refuseUnbound } from './refuse-unbound.ts';

const VALUE = 'v4lue-1 \'q" $x \\n';
const isSecret = (name: string): boolean => name === 'S';
const PROGRAMS = ['git', 'curl', 'psql', 'docker'];

const refusal = (command: string, programs: readonly string[] | null = PROGRAMS): Promise<string | null> => {
  const termsOf = () => ({
    madeBy: 'person' as const,
    machines: null,
    removedMachines: [],
    programs: programs === null ? null : [...programs],
  });
  const judged = async () => judge(command, { cwd: '/srv', home: null, isSecret });
  return refuseUnbound(['S'], { termsOf }, { slug: 'web', confirmed: true }, judged).then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
};

describe('the natural uses', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'synapse-bound-'));
    // Stand-ins that write down what they were given.
    for (const program of PROGRAMS) {
      const script = `#!/bin/sh\n{ printf '<%s>' "$@" "$PGPASSWORD"; case " $* " in *stdin*|*" -K "*) cat;; esac; } >'${folder}/given'\n`;
      writeFileSync(join(folder, program), script);
      chmodSync(join(folder, program), 0o755);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    'git ls-remote "https://x:{{S}}@host/x.git"',
    'git clone https://x:{{S}}@host/x.git /srv/x',
    'git clone --depth=1 --branch main "https://x:{{S}}@host/x.git"',
    'git -C /srv/x push "https://x:{{S}}@host/x.git" main',
    'git -C /srv/x push -u --force-with-lease https://x:{{S}}@host/x.git HEAD:main',
    'git fetch --prune https://x:{{S}}@host/x.git',
    'git pull --ff-only "https://x:{{S}}@host/x.git" main',
    'git remote set-url origin https://x:{{S}}@host/x.git',
    'git -c http.extraHeader="Authorization: Bearer {{S}}" fetch origin',
    'curl -H "Authorization: Bearer {{S}}" https://host/',
    "curl -s -H 'Authorization: Bearer {{S}}' https://host/ && echo done",
    'curl -u user:{{S}} https://host/',
    'psql "postgres://u:{{S}}@db/x" -c "select 1"',
    'PGPASSWORD={{S}} psql -h db -c "select 1"',
    'PGHOST=db PGUSER=u PGPASSWORD="{{S}}" psql -c "select 1"',
    'docker login -u x --password-stdin host <<EOF\n{{S}}\nEOF',
    "docker login -u x --password-stdin host <<'EOF'\n{{S}}\nEOF",
    'printf %s "{{S}}" | docker login -u x --password-stdin host',
    'set -e; cd /; if true; then curl -H "X: {{S}}" https://host/; fi',
    'command curl -H "X: {{S}}" https://host/ 2>/dev/null',
  ])('%s', async (command) => {
    expect(await refusal(command)).toBeNull();
    expect(run('sh', command)).toContain(VALUE);
  });

  it('docker login --password-stdin <<<"{{S}}", where the shell has here-strings', async () => {
    const command = 'docker login -u x --password-stdin host <<<"{{S}}"';
    expect(await refusal(command)).toBeNull();
    expect(run('bash', command)).toContain(VALUE);
  });

  function run(shell: string, command: string): string {
    const { script, used } = rewriteTemplate(command, isSecret);
    const given = `${used[0]!.variable}='${VALUE.replaceAll("'", "'\\''")}'\n${script}`;
    execFileSync(shell, ['-c', given], { env: { PATH: `${folder}:/usr/bin:/bin` }, stdio: 'ignore' });
    return readFileSync(join(folder, 'given'), 'utf8');
  }
});

describe('the ways around', () => {
  const used = 'curl -H "X: {{S}}" https://host/';
  it.each([
    // The shell itself would have it.
    'x={{S}}; z=${u?${x#?}}',
    `x={{S}}; ${used}`,
    'x={{S}}; curl -H "$x" https://host/',
    'export X={{S}}; curl https://host/',
    `case {{S}} in v*) echo yes;; esac; ${used}`,
    `for x in {{S}}; do ${used}; done`,
    `while [ {{S}} ]; do ${used}; done`,
    `[ {{S}} = v ] && ${used}`,
    `test {{S}} = v; ${used}`,
    `if [[ {{S}} == v* ]]; then ${used}; fi`,
    'curl -H "${x:-{{S}}}" https://host/',
    `: "\${u?{{S}}}"; ${used}`,
    `f() { ${used}; }; f`,
    'curl() { echo "$@" | rev; }; curl {{S}}',
    'command_not_found_handle() { echo "$@"; }; curl {{S}}',
    'x=$(curl -H "X: {{S}}" https://host/); echo "${x#?}"',
    'echo `curl -H "X: {{S}}" https://host/`',
    `read x <<EOF\n{{S}}\nEOF\n${used}`,
    'echo {{S}}',
    'printf %s {{S}} | rev',
    'printf -v x %s {{S}} | curl -d @- https://host/',
    'curl -d @- https://host/ < {{S}}',
    // It would run, trace or list more than is said.
    `set -x; ${used}`,
    `set -v; ${used}`,
    `set -o xtrace; ${used}`,
    `set; ${used}`,
    `set "$o"; ${used}`,
    `${used}; eval "$__synapse_v1"`,
    `${used}; echo "\${__synapse_v1#?}"`,
    `n=__syn; n=\${n}apse_v1; ${used}; echo \${!n}`,
    `n=__syn; m=apse_v1; ${used}; echo $(($n$m))`,
    `${used}; declare -p`,
    `${used}; export -p`,
    `trap 'echo x' DEBUG; ${used}`,
    `alias curl=echo; ${used}`,
    `hash -p /tmp/x curl; ${used}`,
    `. ./file; ${used}`,
    `exec 3>x; ${used}`,
    `enable -f ./x.so x; ${used}`,
    `$x; ${used}`,
    // Another program would stand in for it.
    `PATH=/tmp:$PATH; ${used}`,
    `PATH=/tmp ${used}`,
    `export PATH=/tmp; ${used}`,
    `LD_PRELOAD=/tmp/x.so ${used}`,
    `BASH_ENV=/tmp/x ${used}`,
    `PS4='$(rev)' ${used}`,
    './curl {{S}}',
    '/tmp/curl {{S}}',
    'sudo curl {{S}}',
    // What it prints goes elsewhere.
    `${used} | rev`,
    `${used} > /tmp/x`,
    `${used} 2>/tmp/x`,
    `{ ${used}; } | rev`,
    `curl -v --trace-ascii - -H "X: {{S}}" https://host/ 2>&1 | rev`,
    // The program itself would run another.
    "git -c alias.x='!echo' x {{S}}",
    'git -c core.sshCommand="sh -c" fetch {{S}}',
    'git clone --upload-pack=/tmp/x https://x:{{S}}@host/x.git',
    'git clone --upl=/tmp/x https://x:{{S}}@host/x.git',
    'git clone -u /tmp/x https://x:{{S}}@host/x.git',
    'git clone --config core.fsmonitor=/tmp/x https://x:{{S}}@host/x.git',
    'git clone "ext::sh -c {{S}}"',
    'git --exec-path=/tmp push https://x:{{S}}@host/x.git',
    'GIT_SSH_COMMAND=/tmp/x git push https://x:{{S}}@host/x.git',
    'GIT_TRACE=/tmp/x git push https://x:{{S}}@host/x.git',
    'git submodule foreach "echo {{S}}"',
    'psql -c "\\! echo {{S}}"',
    'docker run alpine echo {{S}}',
  ])('%s', async (command) => {
    expect(await refusal(command)).toBe('secret_not_here');
  });

  it('are open for a value that is bound to nothing', async () => {
    expect(await refusal(`set -x; x={{S}}; ${used} | rev`, null)).toBeNull();
  });
});
