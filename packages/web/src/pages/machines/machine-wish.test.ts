import { describe, expect, it } from 'vitest';
import type { Machine } from '../../api/machines.ts';
import { changeOf, presentConnection, wishOf } from './machine-wish.ts';

const formOf = (fields: Record<string, string>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const KEY = 'ssh-ed25519 AAAAC3';
const machine = {
  kind: 'ssh',
  connection: { host: 'web', port: 22, user: 'deploy', key_secret: 'KEY' },
  host_keys: [{ address: 'web:22', key: KEY, fingerprint: 'SHA256:x', given: false }],
} as unknown as Machine;
const same = { host: 'web', port: '22', user: 'deploy', key_secret: 'KEY', host_key: KEY };

describe('changing a machine', () => {
  it('leaves a connection alone that is as it was, with the host key that was seen', () => {
    expect(changeOf(formOf({ ...same, label: 'Web' }), machine)).toEqual({
      label: 'Web',
      containers: [],
      tags: [],
      default_container: null,
      default_cwd: null,
      sudo_secret: null,
    });
  });

  it('keeps the host key that was seen when something else changes', () => {
    expect(changeOf(formOf({ ...same, user: 'root' }), machine).connection).toEqual({
      host: 'web',
      port: 22,
      user: 'root',
      key_secret: 'KEY',
      host_key: KEY,
    });
  });

  it('gives no host key of the old address to a new one', () => {
    const { host_key: _, ...moved } = { ...same, host: 'web-2' };
    expect(changeOf(formOf(moved), machine).connection).toEqual({
      host: 'web-2',
      port: 22,
      user: 'deploy',
      key_secret: 'KEY',
    });
  });

  it('keeps a chain of hosts, certificates and the agent', () => {
    const far = { host: 'far', port: 22, user: 'far', agent: true };
    const jump = { host: 'gate', port: 22, user: 'gate', key_secret: 'GATE', certificate_secret: 'CERT', jump: far };
    const behind = { ...machine, connection: { ...machine.connection, jump } } as Machine;
    const fields = {
      ...same,
      jump_host: 'gate',
      jump_user: 'gate',
      jump_key_secret: 'GATE',
      jump_certificate_secret: 'CERT',
      jump_jump_host: 'far',
      jump_jump_user: 'far',
      jump_jump_agent: 'on',
    };
    expect(changeOf(formOf(fields), behind).connection).toBeUndefined();
    expect(changeOf(formOf(fields), machine).connection).toMatchObject({ jump });
  });

  it('keeps, adds and drops a host to go through', () => {
    const jump = { host: 'gate', port: 2222, user: 'gate', password_secret: 'GATE' };
    const behind = { ...machine, connection: { ...machine.connection, jump } } as Machine;
    const fields = { ...same, jump_host: 'gate', jump_port: '2222', jump_user: 'gate', jump_password_secret: 'GATE' };
    expect(changeOf(formOf(fields), behind).connection).toBeUndefined();
    expect(changeOf(formOf(fields), machine).connection).toMatchObject({ jump });
    expect(changeOf(formOf(same), behind).connection).toEqual(presentConnection(machine));
  });
});

it('asks for a Docker engine by its socket or over TLS', () => {
  expect(wishOf(formOf({ slug: 'box', socket: '/run/docker.sock' }), 'docker').connection).toEqual({
    socket: '/run/docker.sock',
  });
  const tls = { engine_host: 'box:2376', ca_secret: 'CA', cert_secret: 'CERT', key_secret: 'KEY' };
  expect(wishOf(formOf({ slug: 'box', ...tls }), 'docker').connection).toEqual({
    host: 'box:2376',
    ca_secret: 'CA',
    cert_secret: 'CERT',
    key_secret: 'KEY',
  });
});
