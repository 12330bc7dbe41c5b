/** Sessions and tokens are kept for each service. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { forgetSession, readSession, readToken, savedTokens, saveSession, saveToken, tokenFile } from './session.ts';

const HERE = 'http://127.0.0.1:8080';
const THERE = 'https://synapse.example/team';
const session = (url: string, access_token: string) => ({
  url,
  username: 'ada',
  access_token,
  expires_at: '2999-01-01T00:00:00.000Z',
});

let env: { XDG_CONFIG_HOME: string };
beforeEach(() => {
  env = { XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), 'synapse-session-')) };
});
afterEach(() => rmSync(env.XDG_CONFIG_HOME, { recursive: true }));

it('keeps the session of a service when another one is signed in to', () => {
  expect(readSession(env)).toBeNull();
  expect(saveSession(env, session(HERE, 'a'))).toBeNull();
  expect(saveSession(env, session(HERE, 'b'))).toBeNull();
  expect(saveSession(env, session(THERE, 'c'))).toBe(HERE);
  expect(readSession(env)).toEqual(session(THERE, 'c'));
  expect(readSession(env, HERE)).toEqual(session(HERE, 'b'));
  expect(readSession(env, 'http://localhost:8080/')).toEqual(session(HERE, 'b'));
  expect(readSession(env, 'http://127.0.0.1:8081')).toBeNull();
  expect(readSession(env, 'https://synapse.example')).toBeNull();
  expect(readSession(env, 'http://synapse.example/team')).toBeNull();
  expect(readSession(env, 'https://127.0.0.1:8080')).toBeNull();
});

it('forgets one alone; no other takes its place unasked', () => {
  saveSession(env, session(HERE, 'a'));
  saveSession(env, session(THERE, 'b'));
  forgetSession(env, THERE);
  expect(readSession(env)).toBeNull();
  expect(readSession(env, THERE)).toBeNull();
  expect(readSession(env, HERE)).toEqual(session(HERE, 'a'));
});

it('drops those that have ended, but not the one that is meant', () => {
  const ended = { ...session(HERE, 'a'), expires_at: '2020-01-01T00:00:00.000Z' };
  saveSession(env, ended);
  expect(readSession(env)).toEqual(ended);
  saveSession(env, session(THERE, 'b'));
  expect(readSession(env, HERE)).toBeNull();
});

it('keeps the token of each service, in a folder of its own', () => {
  expect(savedTokens(env)).toEqual([]);
  expect(saveToken(env, HERE, 'dk_ai_a')).toBe(tokenFile(env, HERE));
  saveToken(env, THERE, 'dk_ai_b');
  saveToken(env, `${HERE}/`, 'dk_ai_c');
  expect(readToken(env, HERE)).toBe('dk_ai_c');
  expect(readToken(env, 'http://localhost:8080')).toBeNull();
  expect(readToken(env, THERE)).toBe('dk_ai_b');
  expect(readToken(env, 'http://127.0.0.1:9090')).toBeNull();
  expect([...savedTokens(env)].sort()).toEqual(['dk_ai_b', 'dk_ai_c']);
  expect(tokenFile(env, 'https://x/../../y')).toMatch(/tokens\/https%3A%2F%2Fx%2Fy$/);
});
