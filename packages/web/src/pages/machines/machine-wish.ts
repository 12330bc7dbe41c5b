/** What the form says, as the service wants to hear it. */
import type { Machine, MachineChange, MachineWish } from '../../api/machines.ts';

export type Kind = Machine['kind'];

/** Fields of the form by name; empty ones are left out. */
export function wishOf(form: FormData, kind: Kind): MachineWish {
  return { slug: field(form, 'slug') ?? '', kind, ...changeOf(form, kind) };
}

export function changeOf(form: FormData, kind: Kind): MachineChange {
  const label = field(form, 'label');
  const connection = connectionOf(form, kind);
  return {
    ...(label === undefined ? {} : { label }),
    containers: (field(form, 'containers') ?? '').split(/[\s,]+/).filter(Boolean),
    default_container: field(form, 'default_container') ?? null,
    default_cwd: field(form, 'default_cwd') ?? null,
    ...(connection === undefined ? {} : { connection }),
  };
}

function connectionOf(form: FormData, kind: Kind): MachineChange['connection'] {
  const host = field(form, 'host');
  if (kind === 'ssh' && host !== undefined) {
    return {
      host,
      port: Number(field(form, 'port') ?? 22),
      user: field(form, 'user') ?? '',
      ...optional(form, 'key_secret'),
      ...optional(form, 'password_secret'),
      ...optional(form, 'passphrase_secret'),
      ...optional(form, 'host_key'),
    };
  }
  const socket = field(form, 'socket');
  return kind === 'docker' && socket !== undefined ? { socket } : undefined;
}

function optional(form: FormData, name: string): Record<string, string> {
  const value = field(form, name);
  return value === undefined ? {} : { [name]: value };
}

function field(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
