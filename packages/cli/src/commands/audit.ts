/** `synapse audit …`. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AdminResults } from '@synapse/contract';
import type { Api } from '../api.ts';
import { type Action, given, textOption } from '../call.ts';
import { CliError, EXIT } from '../cli-error.ts';
import { administer } from '../offline.ts';
import { tell } from '../words/tell.ts';

type Verdict = AdminResults['audit-verify'] & {
  /** A long log is verified in the background: how far that is. */
  readonly progress?: { readonly done: number; readonly of: number };
};

const WHY = {
  no_checkpoints_here: 'audit_elsewhere',
  not_sealed_yet: 'audit_not_sealed',
  checkpoints_not_written: 'audit_not_written',
  key_lost: 'audit_key_lost',
  archive_elsewhere: 'audit_archive_elsewhere',
  archive_unreachable: 'audit_archive_unreachable',
} as const;

const isKnown = (reason: string): reason is keyof typeof WHY => Object.hasOwn(WHY, reason);

export const verify: Action = async ({ options, terminal, offlineEnv, api }) => {
  const verdict: Verdict =
    options.offline === true
      ? await administer({ verb: 'audit-verify' }, offlineEnv, terminal.progress)
      : await verifyThere(api(), terminal.progress);
  terminal.answer(verdict, () => {
    const walked = tell('audit_looked', {
      entries: verdict.entries,
      users: verdict.users,
      checkpoints: verdict.checkpoints,
    });
    const { erased } = verdict;
    const looked = erased === 0 ? walked : tell('audit_erased', { looked: walked, erased });
    if (verdict.state === 'intact') return terminal.green(tell('audit_intact', { looked }));
    if (verdict.state === 'unknown') {
      const reasons = verdict.unknown.map((reason) => (isKnown(reason) ? tell(WHY[reason]) : reason)).join('; ');
      return terminal.yellow(tell('audit_unknown', { looked, reasons }));
    }
    return [
      terminal.red(tell('audit_damaged', { looked })),
      ...verdict.findings.map((one) => JSON.stringify(one)),
    ].join('\n');
  });
  return verdict.intact ? EXIT.ok : EXIT.failed;
};

/** The service answers with its progress and keeps working; the call is repeated. */
async function verifyThere(service: Api, onProgress: (text: string) => void): Promise<Verdict> {
  for (;;) {
    const verdict = await service.call<Verdict>('GET', '/synapse/audit/verify');
    if (verdict.progress === undefined) return verdict;
    onProgress(tell('audit_progress', { done: verdict.progress.done, of: verdict.progress.of }));
  }
}

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
  if (body === null) throw new CliError(tell('export_nothing'));
  const file = textOption(options.output);
  if (file === undefined) {
    for await (const text of body.pipeThrough(new TextDecoderStream('utf-8', { ignoreBOM: true })))
      terminal.write(text);
    terminal.flush();
    return;
  }
  try {
    await pipeline(Readable.from(body), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new CliError(tell('file_exists', { file }));
    throw error;
  }
  terminal.say(tell('export_written', { file }));
};
