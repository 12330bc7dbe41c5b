/** Redirections: what is written, what is read, and what a command is fed. */
import type { Effect, Words } from '@synapse/contract';
import { fixedText, partsText, type Redirection } from '@synapse/shell';
import { NO_STREAM, type Stream, union } from '../arg.ts';
import { display, isFixed, isUnknown, LINKED } from '../pattern.ts';
import { isDisk, isNowhere, isSensitive, resolve } from '../places.ts';
import { why } from '../why.ts';
import type { Frame, Redirected, State } from './frame.ts';

export function redirect(frame: Frame, redirections: readonly Redirection[], state: State): Redirected {
  const effects = new Set<Effect>();
  const paths: string[] = [];
  const secrets: string[] = [];
  let reason: Words | null = null;
  let stdin: Stream | null = null;
  let toFile = false;

  const write = (path: string): void => {
    if (isNowhere(path)) return;
    toFile = true;
    paths.push(display(path));
    effects.add('change');
    if (path === LINKED) return;
    reason = why('writes', { path: display(path) });
    if (isUnknown(path)) effects.add('opaque');
    if (/^\/dev\/(?:tcp|udp)\//.test(path)) effects.add('network').add('opaque');
    if (isDisk(path) || path === '/proc/sysrq-trigger') {
      effects.add('catastrophe');
      reason = why('catastrophe', { program: `> ${display(path)}` });
    }
  };
  const read = (path: string): void => {
    if (isNowhere(path)) return;
    paths.push(display(path));
    effects.add('read');
    if (path === LINKED) return;
    if (/^\/dev\/(?:tcp|udp)\//.test(path)) effects.add('network').add('opaque');
    if (isUnknown(path)) {
      effects.add('opaque');
      reason ??= why('unknown_argument', { program: '<' });
    } else if (isSensitive(path)) {
      effects.add('sensitive');
      reason ??= why('sensitive', { program: '<', path: display(path) });
    }
  };

  for (const { operator, descriptor, target, heredoc } of redirections) {
    const intoStdin = descriptor === '' || descriptor === '0';
    if (heredoc !== null) {
      const body = frame.walk.value(frame, heredoc.body?.parts ?? [], state);
      const text = heredoc.stripTabs ? body.pattern.replace(/^\t+/gm, '') : body.pattern;
      secrets.push(...body.secrets);
      if (intoStdin) stdin = { text: isFixed(text) ? text : null, pattern: text, lines: null, secrets: body.secrets };
      continue;
    }
    if (target === null) continue;
    const value = frame.walk.value(frame, target.parts, state);
    if (operator === '<<<') {
      secrets.push(...value.secrets);
      const { pattern } = value;
      stdin = { text: isFixed(pattern) ? `${pattern}\n` : null, pattern, lines: null, secrets: value.secrets };
      continue;
    }
    for (const name of value.secrets) frame.found.redirectedSecrets.add(name);
    secrets.push(...value.secrets);
    if (/^[<>]&$/.test(operator)) {
      const said = fixedText(target) ?? partsText(target.parts, frame.source);
      if (/^(?:[0-9]+-?|-)$/.test(said) || /^[0-9\uE005]+$/.test(value.pattern)) continue;
    }
    const found = resolve(value.pattern, state.folders);
    if (operator === '<' || operator === '<&') {
      found.forEach(read);
      if (intoStdin) stdin = NO_STREAM;
    } else found.forEach(write);
    if (operator === '<>') found.forEach(read);
  }
  return { effects: [...effects], paths: union(paths), why: reason, stdin, secrets: union(secrets), toFile };
}
