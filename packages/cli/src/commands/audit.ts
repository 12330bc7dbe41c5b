/** `synapse audit …`. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Action, given, textOption } from '../call.ts';
import { CliError, EXIT } from '../cli-error.ts';
import { administer } from '../offline.ts';

interface Verdict {
  readonly state: 'intact' | 'damaged' | 'unknown';
  readonly intact: boolean;
  readonly entries: number;
  readonly users: number;
  readonly checkpoints: number;
  readonly findings: readonly unknown[];
  readonly unknown: readonly string[];
}

const WHY: Readonly<Record<string, string>> = {
  no_checkpoints_here: 'the checkpoints are beside other instances: verify there, or through a running service',
  not_sealed_yet: 'this version has never been started on this log: start it once',
  checkpoints_not_written: 'the checkpoints could not be written: look at the log of the service',
};

export const verify: Action = async ({ options, terminal, offlineEnv, api }) => {
  const verdict: Verdict =
    options.offline === true
      ? await administer({ verb: 'audit-verify' }, offlineEnv, terminal.progress)
      : await api().call<Verdict>('GET', '/synapse/audit/verify');
  terminal.answer(verdict, () => {
    const looked = `${verdict.entries} entries of ${verdict.users} users, ${verdict.checkpoints} checkpoints`;
    if (verdict.state === 'intact') return terminal.green(`Intact: ${looked}.`);
    if (verdict.state === 'unknown') {
      const reasons = verdict.unknown.map((reason) => WHY[reason] ?? reason).join('; ');
      return terminal.yellow(
        `Nothing wrong in ${looked}, but whether the newest are all there is unknown: ${reasons}.`,
      );
    }
    return [
      terminal.red(`Not what was written: ${looked}.`),
      ...verdict.findings.map((one) => JSON.stringify(one)),
    ].join('\n');
  });
  return verdict.intact ? EXIT.ok : EXIT.failed;
};

export const exportLog: Action = async ({ options, terminal, api }) => {
  const query = new URLSearchParams(
    given({
      format: textOption(options.format),
      since: textOption(options.since),
      until: textOption(options.until),
      all: options.allUsers === true ? 'true' : undefined,
    }) as Record<string, string>,
  );
  const { body } = await api().open(`/synapse/audit/export?${query}`);
  if (body === null) throw new CliError('the service sent nothing');
  const file = textOption(options.output);
  if (file === undefined) {
    for await (const text of body.pipeThrough(new TextDecoderStream('utf-8', { ignoreBOM: true })))
      terminal.write(text);
    terminal.flush();
    return undefined;
  }
  try {
    await pipeline(Readable.from(body), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new CliError(`${file} is there already`);
    throw error;
  }
  terminal.say(`Written to ${file}.`);
  return undefined;
};
