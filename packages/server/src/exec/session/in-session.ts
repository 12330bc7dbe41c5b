/** A command in its session: what runs, what is judged, what is logged. Without a session, nothing is added. */
import { SecretValue } from '@synapse/runner';
import { inSession, sessionVariable } from './session-script.ts';
import type { OpenSession } from './sessions.ts';

type Session = Pick<OpenSession, 'name' | 'state' | 'nonce'> | null;

const namesOf = (session: Session): string[] => Object.keys(session?.state?.exported ?? {});

export const withSession = (template: string, session: Session): string =>
  session === null ? template : inSession(template, session.state, session.nonce);

/** Beside the text, as every value. */
export function sessionValues(session: Session): [string, SecretValue][] {
  const values = Object.values(session?.state?.exported ?? {});
  return values.map((value, index) => [sessionVariable(index), new SecretValue(value)]);
}

/** As if it had exported its variables itself, each with an unknown value. */
export function judgedInSession(command: string, session: Session): string {
  const names = [...namesOf(session), ...(session?.state?.unset ?? [])];
  return names.length === 0 ? command : `export ${names.map((name) => `${name}="$${name}"`).join(' ')}\n${command}`;
}

/** For the log. */
export function sessionNote(session: Session): string {
  if (session === null) return '';
  return [`\n# session ${session.name}:`, ...namesOf(session)].join(' ');
}
