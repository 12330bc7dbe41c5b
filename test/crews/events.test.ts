/** What happens in a crew reaches the open pages of its members at once, and nobody else's. */
import { expect, it } from 'vitest';
import type { Service, TestUser } from '../service.ts';
import { describeServiceOnBoth, newCrew } from './on-both.ts';

describeServiceOnBoth('live events of crews', (running) => {
  /** Resolves when the stream is open. */
  const listen = async (service: Service, { session }: TestUser, query = '?changes') => {
    const headers = { authorization: `Bearer ${session}` };
    const { body } = await fetch(`${service.url}/synapse/events${query}`, { headers });
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toBe(': open\n\n');
    let heard = '';
    return {
      /** Reads until this was told. */
      until: async (wanted: string): Promise<string> => {
        while (!heard.includes(wanted)) {
          const { value, done } = await reader.read();
          if (done) throw new Error(`ended without ${wanted}: ${heard}`);
          heard += value;
        }
        return heard;
      },
      /** Reads to the end. */
      end: async (): Promise<string> => {
        for (let part = await reader.read(); !part.done; part = await reader.read()) heard += part.value;
        return heard;
      },
      close: () => reader.cancel(),
    };
  };
  const asTo = (service: Service, { session }: TestUser, method: string, path: string, body?: unknown) =>
    service.call(method, path, { token: session, body });

  it('tells members of commands, questions and changes of others, with the secrets of both vaults hidden', async () => {
    const service = running();
    const { slug, members, stranger } = await newCrew(service);
    const { owner, operator, watcher } = members;
    const base = `/crews/${slug}/synapse`;
    await asTo(service, owner, 'PUT', `${base}/secrets/WORD`, { value: 'a-word-of-the-crew' });
    await asTo(service, owner, 'POST', `${base}/machines`, { slug: 'web1', kind: 'local' });
    const text = 'version: 1\nrules:\n  - when: { program: whoami }\n    then: ask\n    ask: other\n';
    expect((await asTo(service, owner, 'PUT', `${base}/policy`, { text })).status).toBe(200);
    const [page, silent, elsewhere] = [
      await listen(service, watcher),
      await listen(service, watcher, ''),
      await listen(service, stranger),
    ];
    await asTo(service, owner, 'POST', `${base}/freeze`, { reason: 'a-word-of-the-crew' });
    const told = await page.until('event: freeze');
    expect(told).not.toContain('a-word-of-the-crew');
    expect(told).toContain('WORD');
    const { freezes } = (await asTo(service, owner, 'GET', `${base}/freeze`)).body as { freezes: { id: string }[] };
    await asTo(service, owner, 'DELETE', `${base}/freeze/${freezes[0]?.id}`);
    await asTo(service, operator, 'POST', `${base}/exec`, { machine: 'web1', command: 'whoami', wait_seconds: 0 });
    await page.until('event: approval');
    await asTo(service, owner, 'PATCH', `/crews/${slug}`, { name: 'Renamed' });
    await page.until('event: changed');
    // Streams are in order: what they have not heard before the last change of their own, they never hear.
    await asTo(service, stranger, 'PUT', '/synapse/secrets/OWN', { value: 'something of the stranger' });
    const heard = await elsewhere.until('event: changed');
    expect(heard).not.toMatch(/event: (?:approval|freeze|execution)/);
    await asTo(service, watcher, 'POST', '/auth/logout');
    expect(await silent.end()).not.toMatch(/event:/);
    await elsewhere.close();
  });

  it('in one’s own workspace names what happens in crews with them, and tells it once', async () => {
    const service = running();
    const { slug, members } = await newCrew(service);
    const { owner, operator } = members;
    const base = `/crews/${slug}/synapse`;
    for (const path of ['/synapse', base])
      await asTo(service, owner, 'POST', `${path}/machines`, { slug: 'web1', kind: 'local' });
    const pages = [await listen(service, owner), await listen(service, operator)];
    const ran = await asTo(service, owner, 'POST', '/synapse/exec', { machine: `${slug}/web1`, command: 'true' });
    await asTo(service, owner, 'POST', `${base}/freeze`, { machine: 'web1' });
    await asTo(service, owner, 'POST', `${base}/freeze`, { reason: 'the last of all' });
    for (const page of pages) {
      const heard = (await page.until('the last of all')).split('\n\n');
      const told = (type: string) =>
        heard
          .filter((text) => text.startsWith(`event: ${type}\n`))
          .map((text) => JSON.parse(text.slice(text.indexOf('data: ') + 6)));
      const { execution_id } = ran.body as { execution_id: string };
      expect(told('execution')).toMatchObject([
        { execution_id, status: 'running', machine: `${slug}/web1` },
        { execution_id, status: 'done', machine: `${slug}/web1` },
      ]);
      expect(told('freeze')).toMatchObject([
        { crew: slug, freeze: { machine: `${slug}/web1` } },
        { crew: slug, freeze: { machine: null } },
      ]);
      await page.close();
    }
  });

  it('tells members of what another changed from their own address', async () => {
    const service = running();
    const { slug, members } = await newCrew(service);
    const { keeper, watcher } = members;
    const page = await listen(service, watcher);
    await asTo(service, keeper, 'POST', '/synapse/machines', { slug: `${slug}/web1`, kind: 'local' });
    await page.until('event: changed');
    await page.close();
  });

  it('tells members that somebody has joined by an invitation', async () => {
    const service = running();
    const { slug, members, stranger } = await newCrew(service);
    const made = await asTo(service, members.owner, 'POST', `/crews/${slug}/invitations`, { role: 'watcher' });
    const page = await listen(service, members.watcher);
    const joined = await asTo(service, stranger, 'POST', '/crews/join', { code: (made.body as { url: string }).url });
    expect(joined.status).toBe(200);
    await page.until('event: changed');
    await page.close();
  });

  it('sends away whoever joins or leaves, so that they come back for what is theirs', async () => {
    const service = running();
    const { slug, members, stranger } = await newCrew(service);
    const { owner, operator } = members;
    const [leaving, joining] = [await listen(service, operator), await listen(service, stranger)];
    await asTo(service, owner, 'DELETE', `/crews/${slug}/members/${operator.username}`);
    await leaving.end();
    await asTo(service, owner, 'PUT', `/crews/${slug}/members/${stranger.username}`, { role: 'watcher' });
    await joining.end();
    const [out, back] = [await listen(service, operator), await listen(service, stranger)];
    await asTo(service, owner, 'PATCH', `/crews/${slug}`, { name: 'Once more' });
    await back.until('event: changed');
    await asTo(service, operator, 'POST', '/auth/logout');
    expect(await out.end()).not.toMatch(/event:/);
    await back.close();
  });
});
