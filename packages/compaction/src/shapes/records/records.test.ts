/** Records of one kind as rows: every key and every value is still there. */
import { describe, expect, it } from 'vitest';
import { compact } from '../../compact.ts';
import { rowsOfRecords } from './records.ts';

const record = (at: number): string[] => [
  `dn: cn=gate${at},ou=gates,dc=test`,
  'objectClass: device',
  `cn: gate${at}`,
  `serialNumber: SN-${at * 377}`,
  `seen: 2026-11-15 20:0${at % 10}:11`,
  '',
];
const records = (count: number, make = record): string[] => Array.from({ length: count }, (_, at) => make(at)).flat();

describe('records', () => {
  it('say their keys once, what is the same in all once, and the rest in rows', () => {
    expect(rowsOfRecords(records(4))).toEqual([
      '4 records: dn cn=*,ou=gates,dc=test = cn|serialNumber|seen 2026-11-15 *',
      'in all of them: objectClass: device',
      'gate0|SN-0|20:00:11',
      'gate1|SN-377|20:01:11',
      'gate2|SN-754|20:02:11',
      'gate3|SN-1131|20:03:11',
      '',
    ]);
  });

  it('show where a key is missing, and where its value is empty', () => {
    const make = (at: number) => [
      `Name: disk${at}`,
      ...(at === 2 ? [] : [`Serial number: ${at === 3 ? '' : `Z${at}`}`]),
      'Size of the whole disk: 64 GB',
      '',
    ];
    expect(rowsOfRecords(records(5, make))).toEqual([
      '5 records: Name|Serial number',
      'in all of them: Size of the whole disk: 64 GB',
      'disk0|Z0',
      'disk1|Z1',
      'disk2|–',
      'disk3|',
      'disk4|Z4',
      '',
    ]);
  });

  it('choose a separator that no value has', () => {
    const make = (at: number) => [
      `Name: a|b${at}`,
      `Address of this machine: 10.0.0.${at}`,
      'Kind of machine: desk',
      '',
    ];
    expect(rowsOfRecords(records(4, make))?.[2]).toBe('a|b0¦10.0.0.0');
  });

  it.each(['{{DB/PASS}}', '•••'])('never tear what stands for a secret: %s', (secret) => {
    const make = (at: number) => [
      `Name of the machine: depot${at}`,
      `Address: db/${secret}@host/${at}/x`,
      'Kind: desk',
      '',
    ];
    const rows = rowsOfRecords(records(6, make)) ?? [];
    for (let at = 0; at < 6; at++) expect(rows).toContain(`depot${at}|db/${secret}@host/${at}/x`);
  });

  it.each([
    ['an odd record', ['dn: cn=door,dc=test', 'objectClass: device', 'cn: door', 'serialNumber: 7', 'note: odd', '']],
    ['a failure', [...record(9).slice(0, 4), 'seen: error 5 while reading', '']],
  ])('leave %s as it is, in its place', (_, odd) => {
    const rows = rowsOfRecords([...records(6), ...odd, ...records(6)]) ?? [];
    expect(rows.join('\n')).toContain(`\n\n${odd.join('\n')}\n`);
    expect(rows.indexOf(odd[2] as string)).toBeGreaterThan(rows.indexOf('gate5|SN-1885|20:05:11'));
  });

  it.each([
    ['prose', (at: number) => [`It is day ${at} of the march.`, 'Nobody has seen the gate.', '']],
    ['keys in another order', (at: number) => (at % 2 ? ['b: 1', 'a: 2', ''] : ['a: 1', 'b: 2', ''])],
  ])('are not made of %s', (_, make) => {
    expect(rowsOfRecords(records(12, make))).toBeNull();
  });

  it('reach the client as rows, with a foreign line among them', () => {
    const lines = [...records(20), 'volume zx_81 was detached by the operator', '', ...records(20)];
    const stdout = lines.join('\n');
    const { text, filter } = compact({ command: 'some-tool', exitCode: 0, stdout, recovery: 'id', now: () => 0 });
    expect(filter).toBe('records');
    expect(text).toContain('volume zx_81 was detached by the operator');
    for (let at = 0; at < 20; at++) expect(text).toContain(`gate${at}|SN-${at * 377}|20:0${at % 10}:11`);
    expect(text.length).toBeLessThan(stdout.length / 2);
  });
});
