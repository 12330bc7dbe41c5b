/**
 * A day of work on this project, as an assistant does it: looks around, changes a file, looks again. What it asks again
 * and again is the point.
 */

/** A command, or a file that gets one more line. */
export type Step = { readonly run: string } | { readonly edit: string };

const run = (command: string): Step => ({ run: command });
const edit = (file: string): Step => ({ edit: file });

const LOOK_AROUND = [
  'git status',
  'git log --oneline -n 30',
  'ls -la',
  'cat package.json',
  'find packages -name "*.test.ts"',
  'wc -l packages/contract/src/*.ts',
].map(run);

/** One task: read, search, change, and check what has changed, several times. */
function task(folder: string, file: string, word: string): Step[] {
  const path = `${folder}/${file}`;
  const check = [run('git status'), run('git diff'), run('git diff --stat')];
  return [
    ...[`ls -la ${folder}`, `grep -rn "${word}" packages --include=*.ts`, `cat ${path}`].map(run),
    edit(path),
    ...check,
    run(`cat ${path}`),
    run(`grep -rn "${word}" packages --include=*.ts`),
    run(`wc -l ${folder}/*.ts`),
    edit(path),
    ...check,
    run(`cat ${path}`),
    run(`ls -la ${folder}`),
    edit(`${folder}/index.ts`),
    ...check,
    run(`grep -rn "${word}" packages --include=*.ts`),
  ];
}

export const DAY: readonly Step[] = [
  ...LOOK_AROUND,
  ...task('packages/contract/src', 'errors.ts', 'Refusal('),
  ...LOOK_AROUND,
  ...task('packages/shell/src', 'read-word.ts', 'readWord'),
  run('git log --stat -n 10'),
  run('git show --stat HEAD'),
  run('head -n 80 CHANGELOG.md'),
  ...task('packages/judge/src', 'judge.ts', 'judgement'),
  ...LOOK_AROUND,
  run('git log --stat -n 10'),
  run('head -n 80 CHANGELOG.md'),
  run('du -a packages/contract'),
];
