/** Random shell scripts that print the same each time: lists, pipes, subshells, functions, traps, `set -e`, redirections. */

/** A small generator of numbers (mulberry32): the same seed gives the same scripts. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export function generateScript(next: (below: number) => number): string {
  const pick = <T>(list: readonly T[]): T => list[next(list.length)]!;
  let names = 0;
  const word = () =>
    pick(['one', 'two', '"a b"', "'$x'", '"$x"', '$((1+2))', '"$(echo in)"', '$?', '"${y-none}"', '*.none']);
  const simple = (): string =>
    pick([
      () => `echo ${word()}`,
      () => `printf '%s' ${word()}`,
      () => `printf '%s\\n' ${word()} ${word()}`,
      () => 'true',
      () => 'false',
      () => `x=${pick(['1', 'two', '"a b"', '$(echo sub; false)'])}`,
      () => `echo ${word()} >&2`,
      () => `echo ${word()} > f${next(3)}`,
      () => `echo ${word()} >> f${next(3)}`,
      () => `cat f${next(3)} 2>/dev/null`,
      () => `cat f${next(3)} </dev/null`,
      () => `(exit ${next(5)})`,
      () => `test ${next(2)} -eq 1`,
      () => 'no_such_program_here',
      () => 'cd . && pwd >/dev/null',
      () => `set -- ${word()} b; echo $# "$1"`,
      () => 'echo "$-" | tr -cd eu; echo',
      () => `! ${pick(['true', 'false', 'echo not'])}`,
      () => 'read -r line </dev/null; echo "read $?"',
      () => `x=tmp ${pick(['true', 'env >/dev/null', 'sh -c \'echo "$x"\''])}`,
      () => 'echo "status $?"',
      () => 'command -v cat >/dev/null',
    ])();
  const pipeline = (): string =>
    next(4) === 0
      ? `{ ${simple()}; } 2>&1 | ${pick(['cat', 'tr a-z A-Z', 'sed "s/^/> /"', 'head -n 1', 'wc -l | tr -d " "'])}`
      : simple();
  const compound = (depth: number): string =>
    pick([
      () => `(${list(depth)})`,
      () => `{ ${list(depth)}; }`,
      () => `if ${pipeline()}; then ${list(depth)}; else ${list(depth)}; fi`,
      () => `for i in 1 2; do ${list(depth)}; done`,
      () => `case "$x" in 1) ${list(depth)};; *) ${list(depth)};; esac`,
      () => `n=0; while [ $n -lt 2 ]; do n=$((n+1)); ${list(depth)}; done`,
      () => {
        const name = `f${names++}`;
        return `${name}() { ${list(depth)}; return ${next(3)}; }; ${name}; echo "after $?"`;
      },
      // No command reads a file that it is itself writing: how often that goes round is a matter of chance.
      () => `{ ${list(depth)}; } ${pick(['2>&1', '>g0', '2>/dev/null', '2>&1 | cat'])}`,
      () => `x=$(${list(depth)}); echo "$x"`,
      () => `cat <<EOF\nhere $x\n$(${pipeline()})\nEOF\n:`,
      () => `true && cat <<'EOF'\nliteral $x\nEOF\n:`,
      () => `{ { ${list(depth)}; } & wait; }`,
      () => `{ { ${list(depth)}; } >g1 & wait $!; echo "waited $?"; }`,
    ])();
  const list = (depth: number): string => {
    const parts: string[] = [];
    for (let i = 0, count = 1 + next(3); i < count; i++) {
      parts.push(depth > 0 && next(4) === 0 ? compound(depth - 1) : pipeline());
      if (i < count - 1) parts.push(pick([' && ', ' || ', '; ', '; ', '\n']));
    }
    return parts.join('');
  };
  const opening = pick([
    '',
    '',
    '',
    'set -e; ',
    'set -eu\n',
    'set -u; ',
    'trap "echo bye" EXIT; ',
    'exec 2>&1; ',
    'set +e; ',
    'x=0; ',
  ]);
  const items = Array.from({ length: 2 + next(5) }, () => (next(3) === 0 ? compound(2) : list(1)));
  const ending = pick([
    '',
    '',
    '',
    `; exit ${next(4)}`,
    '\nexit',
    ' # end',
    `; eval "echo ${word().replaceAll('"', '')}"`,
  ]);
  return `${opening}${items.map((item) => `${item}${pick(['; ', '\n', '; ', ' && ', ' || '])}`).join('')}echo last${ending}`;
}
