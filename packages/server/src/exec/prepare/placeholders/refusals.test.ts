import { because, Refusal } from '@synapse/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rewriteTemplate } from './rewrite-template.ts';

const isSecret = (name: string) => name === 'X' || name === 'lower';
const rewrite = (template: string) => rewriteTemplate(template, isSecret);

function refusal(template: string): Refusal {
  try {
    rewrite(template);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error(`not refused: ${template}`);
}

describe('which braces are a placeholder', () => {
  it.each([
    'echo {{MISSING}}',
    'echo "{{MISSING}}"',
    "echo '{{MISSING}}'",
    "cat <<'EOF'\n{{MISSING}}\nEOF",
    'cat <<EOF\n{{MISSING}}\nEOF',
    'echo `echo {{MISSING}}`',
    'echo {{X}} $(echo {{MISSING}})',
    'echo $(( {{MISSING}} ))',
    'echo ${v:-{{MISSING}}}',
    'echo ${{MISSING}}',
    'echo "\\{{MISSING}}"',
  ])('refuses a secret that is missing: %s', (template) => {
    expect(refusal(template)).toMatchObject({ code: 'secret_missing', details: { name: 'MISSING' } });
  });

  it.each([
    "docker ps --format '{{.Names}}'",
    'docker ps --format {{.Names}}',
    'docker inspect -f "{{json .}}"',
    'echo {{ X }} {{range}} {{X }} {{x}} {{Missing}} {{1A}} {{}} {{X} {X}}',
    'echo \\{{MISSING}} # {{MISSING}}',
    'echo "unterminated {{range}}',
    "helm template '{{- if .Values.x }}'",
  ])('passes through, to the letter: %s', (template) => {
    expect(rewrite(template)).toEqual({ script: template, used: [] });
  });

  it('takes names of any case that the vault has', () => {
    expect(rewrite('echo {{lower}}').used).toEqual([{ name: 'lower', variable: '__synapse_v1' }]);
  });

  it('lists what was used once each, in order of first use', () => {
    const { used } = rewriteTemplate('echo {{B}} {{A}} "{{B}}" # {{C}}', () => true);
    expect(used.map(({ name }) => name)).toEqual(['B', 'A']);
  });

  it('takes names of variables that the command does not use', () => {
    const { script, used } = rewrite('__synapse_v1=mine; __synapse_v_=; echo {{X}}');
    expect(used[0]?.variable).toBe('__synapse_v__1');
    expect(script).toBe('__synapse_v1=mine; __synapse_v_=; echo "${__synapse_v__1}"');
  });
});

describe('places that take no secret', () => {
  it.each([
    'echo $(( {{X}} + 1 ))',
    'echo $((1+$(echo {{X}})))',
    'echo "$(( {{X}} ))"',
    'cat <<EOF\n$(({{X}}))\nEOF',
    '(( {{X}} ))',
    '(( "{{X}}" > 1 ))',
    'for ((i={{X}}; i<3; i++)); do :; done',
    '[[ {{X}} -eq 1 ]]',
    '[[ 1 -lt "{{X}}" ]]',
    '[[ a && 1 -eq {{X}} ]]',
    '[[ -v {{X}} ]]',
    '[ -v {{X}} ]',
    'test -v "{{X}}"',
    'let a={{X}}',
    'let "a = {{X}}"',
    'declare -i a={{X}}',
    'f() { local -ri a={{X}}; }',
    'a[{{X}}]=1',
    'a["{{X}}"]+=1',
    'a=([{{X}}]=1)',
    'if (( {{X}} )); then :; fi',
  ])('arithmetic: %s', (template) => {
    expect(refusal(template)).toMatchObject({
      code: 'placeholder_unsupported',
      details: { placeholder: '{{X}}', reason: because('placeholder_arithmetic') },
    });
  });

  it.each([
    'command let a={{X}}',
    'builtin let "a={{X}}"',
    '\\let {{X}}',
    'printf -v "a[{{X}}]" b',
    'printf -v {{X}} b',
    'printf -va[{{X}}] b',
    '[[ -v a[{{X}}] ]]',
    'test -v "a[{{X}}]"',
    'test "-v" {{X}}',
    'read "a[{{X}}]"',
    'read -r -p prompt {{X}}',
    'unset "a[{{X}}]"',
    'declare "a[{{X}}]=1"',
    'declare {{X}}',
    'declare -n a={{X}}',
    'export "a[{{X}}]=1"',
    'readonly a[{{X}}]=1',
    'f() { local "a[{{X}}]=1"; }',
    'typeset {{X}}=1',
    'mapfile {{X}}',
    'wait -p {{X}}',
    'echo "$(command let {{X}})"',
    'echo `let {{X}}`',
  ])('the name of a variable or a number, however it is written: %s', (template) => {
    expect(refusal(template).details).toEqual({ placeholder: '{{X}}', reason: because('placeholder_arithmetic') });
  });

  it.each([
    'eval echo {{X}}',
    'eval "echo {{X}}"',
    "eval 'echo {{X}}'",
    '"eval" {{X}}',
    'command eval {{X}}',
    'builtin eval {{X}}',
    "trap 'echo {{X}}' EXIT",
    'trap {{X}} EXIT',
    'alias x={{X}}',
    "alias x='echo {{X}}'",
    "sh -c 'echo {{X}}'",
    'sh -c "echo {{X}}"',
    'sh -c {{X}}',
    "bash -lc 'echo {{X}}'",
    "bash -o pipefail -ec 'echo {{X}}' sh a",
    "/bin/dash -c 'echo {{X}}'",
    "sudo -u app sh -c 'echo {{X}}'",
    "env A=1 timeout 5 bash -c 'echo {{X}}'",
    "exec sh -c 'echo {{X}}'",
    "busybox sh -c 'echo {{X}}'",
    "find . -exec sh -c 'echo {{X}}' \\;",
    "xargs -n1 sh -c 'echo {{X}}'",
    "su app -c 'echo {{X}}'",
    'su --command="echo {{X}}" app',
    'bash <<EOF\necho {{X}}\nEOF',
    "sudo sh -s <<'EOF'\necho {{X}}\nEOF",
    'sh <<<{{X}}',
    'PS4={{X}}; set -x',
    'PROMPT_COMMAND="echo {{X}}" true',
    'mapfile -C {{X}} a',
    "if true; then (echo a | sh -c 'echo {{X}}'); fi",
    "A=`sh -c 'echo {{X}}'`",
    'echo {{X}} | sh',
    'printf %s "{{X}}" | bash',
    'echo ls {{X}} | sudo -u app sh -s',
    'echo {{X}} | tee log | sh -e',
    'cat <<EOF | sh\necho {{X}}\nEOF',
    'sed "s/@/{{X}}/" template | bash',
    'V={{X}} envsubst <template | sh',
    'echo {{X}} | base64 -d | bash -s -- arg',
    '{ echo a; echo {{X}}; } | (cd /srv && sh)',
    'echo {{X}} | docker exec -i web sh',
    'echo {{X}} | while true; do sh; done',
    'echo "$(echo {{X}} | sh)"',
    'if echo {{X}} | sh; then :; fi',
    'ssh -o "ProxyCommand=nc -x {{X}} %h %p" host',
    'ssh -oProxyCommand="nc {{X}}" host true',
  ])('code again: %s', (template) => {
    const { code, details, message } = refusal(template);
    expect({ code, details }).toEqual({
      code: 'placeholder_unsupported',
      details: { placeholder: '{{X}}', reason: because('placeholder_code') },
    });
    expect(message).toContain('"$1"');
  });

  it.each([
    'ssh host "cmd {{X}}"',
    "ssh host 'cmd {{X}}'",
    'ssh host cmd {{X}}',
    'ssh -i key -p 22 user@host mysql -p{{X}}',
    'ssh -tt -oBatchMode=yes host -p 22 "TOKEN={{X}} run"',
    'sudo -u app ssh host env A={{X}} run',
    'sshpass -p secret ssh host echo {{X}}',
    'timeout 5 /usr/bin/ssh host "echo {{X}}"',
    'A=1 command ssh host "echo {{X}}"',
    'ssh -- host echo {{X}}',
    'ssh host <<EOF\necho {{X}}\nEOF',
    "ssh host 'bash -s' <<'EOF'\necho {{X}}\nEOF",
    'ssh host "cd /srv && sudo sh" <<EOF\necho {{X}}\nEOF',
    'ssh host bash <<<"echo {{X}}"',
    'tar c . | ssh host "tar x; echo {{X}}"',
  ])('code on the far side: %s', (template) => {
    const { details, message } = refusal(template);
    expect(details).toEqual({ placeholder: '{{X}}', reason: because('placeholder_remote') });
    expect(message).toContain("ssh hôte 'read -r V;");
  });

  it.each([
    'printf %s {{X}} | docker login --password-stdin',
    'printf %s {{X}} | docker login --password-stdin && curl -s https://example.org | sh',
    'ssh -i {{X}} host',
    'ssh -i {{X}} host uptime',
    'ssh {{X}} uptime',
    'ssh -p 22 -l {{X}} host "uptime | sort"',
    'ssh -o User={{X}} host uptime',
    'sshpass -p {{X}} ssh host uptime',
    'SSHPASS={{X}} sshpass -e ssh host uptime',
    "printf '%s\\n' {{X}} | ssh host 'read -r V; run \"$V\"'",
    "ssh host 'cat > f' <<EOF\n{{X}}\nEOF",
    'echo {{X}} | ssh host sudo -S systemctl restart app',
    'echo {{X}} | sudo -S sh -c "id"',
    'echo {{X}} | sudo -S bash script.sh',
    'curl -H "Authorization: {{X}}" https://example.org/install | sh',
    'echo {{X}} | gpg --passphrase-fd 0 -d script.gpg | sh',
    'echo {{X}} | grep sh',
    'echo {{X}} | tee sh',
    'echo {{X}} > file | sh',
    'echo {{X}} | sh <script',
    'echo {{X}} | { read -r V; V=$V sh <script; }',
    'curl -s https://example.org | sh; echo {{X}}',
    'echo {{X}} | ssh -N -L 1:a:1 host',
    'echo ssh host {{X}}; grep ssh file {{X}}; sudo apt install ssh {{X}}',
    'git clone ssh://host/{{X}}',
    'scp -i {{X}} file host:',
  ])('takes what is no script: %s', (template) => {
    expect(rewrite(template).used).toEqual([{ name: 'X', variable: '__synapse_v1' }]);
  });

  it.each([
    'sh -c \'echo "$1"\' sh {{X}}',
    'V={{X}} sh -c \'echo "$V"\'',
    'env V={{X}} bash -c \'echo "$V"\'',
    'V={{X}} sh <<\'EOF\'\necho "$V"\nEOF',
    'sh -s {{X}} <<\'EOF\'\necho "$1"\nEOF',
    'sh script.sh {{X}}',
    'sh script.sh <<EOF\n{{X}}\nEOF',
    'V={{X}}; export V; eval \'echo "$V"\'',
    'export A={{X}}; readonly B={{X}}; declare C={{X}}',
    "trap 'rm -f x' EXIT; echo {{X}}",
    'read -r -p {{X}} line',
    'printf "%s" {{X}}; printf -v a "%s" {{X}}',
    'echo sh -c {{X}}; printf "%s" "eval {{X}}"',
    'let a=1; unset a; echo {{X}}',
    'a[0]={{X}}; a=({{X}} [1]={{X}})',
    'grep -c {{X}} file; ssh-keygen -C {{X}} -f key',
  ])('takes what is handed over beside the code: %s', (template) => {
    expect(rewrite(template).used).toEqual([{ name: 'X', variable: '__synapse_v1' }]);
  });

  it('names the placeholder that would be code, not one beside it', () => {
    expect(() => rewriteTemplate('A={{OTHER}} eval {{X}}', () => true)).toThrow('{{X}}');
  });

  it('says that a command is wrong in front of a placeholder', () => {
    expect(refusal('echo ) {{X}}').details.reason).toEqual(because('placeholder_syntax'));
    expect(rewrite('echo {{X}} )').script).toBe('echo "${__synapse_v1}" )');
  });

  it.each(['cat <<{{X}}\nEOF', 'cat <<"{{X}}"\nEOF', 'cat <<-E{{X}}\nEOF'])('a delimiter: %s', (template) => {
    expect(refusal(template).details).toMatchObject({ placeholder: '{{X}}' });
  });

  it.each([
    'echo ${v:{{X}}}',
    'echo "${v:1:{{X}}}"',
    'echo ${v/{{X}}/b}',
    'echo ${v//a/{{X}}}',
    'echo ${v^{{X}}}',
    'echo ${a[{{X}}]}',
    'echo ${!{{X}}}',
    'echo ${ {{X}}; }',
    'cat <<EOF\n${v#{{X}}}\nEOF',
  ])('expansions that shells read differently: %s', (template) => {
    expect(refusal(template).details.reason).toEqual(because('placeholder_expansion'));
  });

  it.each([
    "echo $'it\\'s' {{X}}",
    "echo $'it\\'s {{X}}'",
    'echo $[1+{{X}}]',
    'echo "${v:-"{{X}}"}"',
    'echo "${v:-"a"}" {{X}}',
    'echo $((echo a); echo b) {{X}}',
    '((1 << 2)); echo {{X}}',
    'echo $(cat <<EOF)\n{{X}}\nEOF',
    'echo "$\\\n(echo {{X}})"',
    'cat <\\\n<EOF\n{{X}}\nEOF',
    'echo `echo "{{X}}`',
    'echo `echo {{X}} )`',
    'cat <<EOF\n$(echo {{X}}\nEOF\n)',
    'echo $(cat <<EOF\n{{X}}\nEOF)',
    'cat <<EOF\na\\\nEOF\n{{X}}\nEOF',
  ])('what surrounds it is read differently: %s', (template) => {
    expect(refusal(template).details).toEqual({ placeholder: '{{X}}', reason: because('placeholder_ambiguous') });
  });

  it('leaves the same places alone when no secret stands in them', () => {
    for (const template of [
      "echo $(( 1 << 2 )) ${v:1:2} ${v/a/b} {{x}} $[1] $'it\\'s'",
      'echo $((1+1)) {{X}} ${v:1:2} ${a[0]} (( 1 ))',
      '[[ 1 -eq 1 ]] && echo {{X}}',
      'let a=1; echo {{X}}',
      '[ {{X}} -eq 1 ]',
      'declare -i a=1; b={{X}}',
      'a[0]={{X}}; ls a[{{X}}]',
    ]) {
      expect(() => rewrite(template), template).not.toThrow();
    }
  });

  it('names the placeholder in its message', () => {
    expect(refusal('echo $(({{X}}))').message).toContain('Placeholder {{X}} impossible à cet endroit');
    expect(refusal('echo $(({{X}}))').status).toBe(422);
  });
});

describe('hostile templates', () => {
  it.each([
    ['substitutions', '$('.repeat(30_000)],
    ['expansions', '"${a:-'.repeat(10_000)],
    ['backticks', '`'.repeat(60_001)],
    ['escaped backticks', '\\`'.repeat(30_000)],
    ['old arithmetic', '$['.repeat(30_000)],
    ['arithmetic', '$(('.repeat(20_000)],
    ['ansi quotes', "$''".repeat(20_000)],
    ['here-documents', 'cat <<A\n$('.repeat(6_000)],
    ['pending here-documents', `${'<<A '.repeat(10_000)}\n`],
    ['cases', 'case a in a) '.repeat(5_000)],
    ['parentheses', '('.repeat(60_000)],
    ['one long word', `${'a['.repeat(30_000)}]=`],
    ['open braces', '{'.repeat(60_000)],
    ['shells behind pipes', `${'(sh)|'.repeat(10_000)}sh #`],
    ['nested pipes', `${'(echo {{x}}|'.repeat(5_000)}sh #`],
    ['far commands', 'ssh a ssh '.repeat(6_000)],
  ])('ends on tens of thousands of %s, without a defect', (_, text) => {
    expect(rewrite(`${text}{{x}}`).script).toBe(`${text}{{x}}`);
    try {
      rewrite(`${text}{{X}}`);
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal);
    }
  });

  it('finds a free name among tens of thousands of underscores, and keeps it short', () => {
    const taken = `__synapse_v${'_'.repeat(65_000)}`;
    expect(rewrite(`${taken} {{X}}`).used[0]?.variable).toBe('__synapse_v1');
    const many = Array.from({ length: 300 }, (_, count) => `__synapse_v${'_'.repeat(count)}`).join(' ');
    expect(rewrite(`echo ${many} {{X}}`).used[0]?.variable).toBe(`__synapse_v${'_'.repeat(300)}1`);
  });

  it('changes nothing but placeholders, and leaves no secret placeholder where the shell would read it', () => {
    const token = fc.constantFrom(
      ...['{{X}}', "'", '"', '\\', '$', '$(', ')', '(', '`', '${a:-', '}', '#', ' ', '\n', '<<E', "<<'E'", '\nE\n'],
      ...['case a in a) ', ';; esac', '$((', '))', "$'", 'a', '[[ ', ']] ', ';', '|', '&', '<', '>', '=', '{{.Y}}'],
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 25 }), (tokens) => {
        const template = tokens.join('');
        try {
          const { script, used } = rewrite(template);
          if (used.length === 0) expect(script).toBe(template);
          else expect(script).toContain('${__synapse_v1}');
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
        }
      }),
      { numRuns: 5000 },
    );
  });
});

describe('a command of too many pieces', () => {
  it.each(['a;', 'a\n', '(a);', '$(a) '])('is refused where a secret stands in it: %j', (piece) => {
    const long = piece.repeat(Math.floor(65_000 / piece.length));
    expect(refusal(`${long}echo {{X}}`)).toMatchObject({
      code: 'placeholder_unsupported',
      details: { placeholder: '{{X}}', reason: because('placeholder_long') },
    });
    expect(refusal(`${long}echo {{MISSING}}`)).toMatchObject({ code: 'secret_missing', details: { name: 'MISSING' } });
    expect(rewrite(`${long}echo '{{.Names}}'`)).toEqual({ script: `${long}echo '{{.Names}}'`, used: [] });
  });

  it('is read where it is long, and not of many pieces', () => {
    const long = `cat <<'END'\n${'some text of a file\n'.repeat(3_000)}END\n`;
    expect(rewrite(`${long}echo {{X}}`).used).toEqual([{ name: 'X', variable: '__synapse_v1' }]);
  });
});
