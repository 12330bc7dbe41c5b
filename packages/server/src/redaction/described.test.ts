/** What units of services and releases of charts are told with: the values that they were given, whatever the pieces. */
import { describe, expect, it } from 'vitest';
import { buildRedactor } from './index.ts';
import { hidingShapes } from './redactor.ts';

const redactor = hidingShapes(buildRedactor([]));

function redacted(text: string, size: number): string {
  const stream = redactor.stream();
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(stream.push(bytes.subarray(at, at + size)));
  return Buffer.concat([...pieces, stream.end()]).toString();
}

const unit = (hidden: boolean) => {
  const value = (text: string) => (hidden ? '{{hidden: environment}}' : text);
  return [
    '# /etc/systemd/system/web.service',
    '[Unit]',
    'Description=Web',
    '',
    '[Service]',
    'User=web',
    '# Environment=OLD=kept',
    `Environment=MODE=${value('swordfish')}`,
    `Environment="WORDS=${value('correct horse" OTHER=battery')}`,
    `Environment=LONG=${value('one')}\\`,
    '# between',
    `  ${value('LAST=two')} \\`,
    `  ${value('MORE=three')}`,
    `SetCredential=token:${value('staple')}`,
    'EnvironmentFile=/etc/web.env',
    'ExecStart=/usr/bin/web \\',
    '  --port 80',
    '',
    '[Install]',
    'WantedBy=multi-user.target',
    'Environment=none',
    '',
  ].join('\n');
};

const release = (hidden: boolean) => {
  const told = (text: string) => (hidden ? '{{hidden: notes}}' : text);
  return [
    'NAME: web',
    'LAST DEPLOYED: Thu Nov 19 02:00:00 2026',
    'NAMESPACE: prod',
    'STATUS: deployed',
    'REVISION: 3',
    'NOTES:',
    told('1. The password of admin is swordfish.'),
    '',
    told('  NAME: staple'),
    told('2. Open http://web.example'),
    'NAME: other',
    'LAST DEPLOYED: Thu Nov 19 01:00:00 2026',
    'STATUS: deployed',
    '',
  ].join('\n');
};

const OTHERS = [
  'Environment=Production\n[Service]\nnothing of the kind\nEnvironment=Production\n',
  '[Servicing]\nEnvironment=Production\n',
  'NOTES:\nEverything is kept.\n',
  'NAME: x\nNOTES:\nEverything is kept.\n',
];

describe.each([1, 7, 64, 100_000])('in pieces of %d bytes', (size) => {
  it('are hidden, and nothing else', () => {
    expect(redacted(unit(false), size)).toBe(unit(true));
    // The name of another release is a line of the notes, until the next one tells that it was its beginning.
    expect(redacted(release(false), size)).toBe(release(true).replace('NAME: other', '{{hidden: notes}}'));
  });
  it.each(OTHERS)('stay in %j', (text) => {
    expect(redacted(text, size)).toBe(text);
  });
});
