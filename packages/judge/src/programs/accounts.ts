/** Users, groups and passwords. */
import { textOf } from '../arg.ts';
import { having } from '../judge-program.ts';
import type { Program } from '../program.ts';
import { CHANGE } from './shared.ts';

const PRIVILEGED: Program = { ...CHANGE, does: ['change', 'privileged'] };

export const ACCOUNTS: Readonly<Record<string, Program>> = {
  useradd: CHANGE,
  userdel: CHANGE,
  usermod: CHANGE,
  adduser: CHANGE,
  deluser: CHANGE,
  groupadd: CHANGE,
  groupdel: CHANGE,
  groupmod: CHANGE,
  gpasswd: PRIVILEGED,
  passwd: {
    short: 'Sa',
    long: 'status all',
    operands: 'text',
    judge: (read, call) =>
      read.given.has('S') || read.given.has('status') ? having(call, 'read') : having(call, 'change', 'privileged'),
  },
  chage: {
    short: 'li',
    long: 'list iso8601',
    operands: 'text',
    judge: (read, call) =>
      read.given.has('l') || read.given.has('list') ? having(call, 'read') : having(call, 'change'),
  },
  chsh: PRIVILEGED,
  chfn: PRIVILEGED,
  chpasswd: CHANGE,
  vipw: PRIVILEGED,
  modprobe: CHANGE,
  insmod: CHANGE,
  rmmod: CHANGE,
  depmod: CHANGE,
  'update-alternatives': {
    long: 'display= list= query= get-selections',
    operands: 'text',
    judge: (read, call) => having(call, read.given.size > 0 && read.operands.length === 0 ? 'read' : 'change'),
  },
  ldconfig: {
    short: 'pvNX',
    long: 'print-cache',
    judge: (read, call) => having(call, read.given.has('p') || read.given.has('print-cache') ? 'read' : 'change'),
  },
  ldd: { operands: 'text', judge: (_read, call) => having(call, 'opaque') },
  hwclock: {
    short: 'rv',
    long: 'show get',
    judge: (_read, call) =>
      having(call, call.args.every((arg) => /^(?:-r|-v|--show|--get)$/.test(textOf(arg) ?? '')) ? 'read' : 'change'),
  },
  ntpq: { short: 'pn', long: 'peers' },
  chronyc: { short: 'n', operands: /^(?:tracking|sources|sourcestats|activity|ntpdata)$/ },
  sestatus: { short: 'vb' },
  getenforce: {},
  getsebool: { short: 'a', operands: /^\w+$/ },
  setenforce: CHANGE,
  getcap: { short: 'rnv', operands: 'names' },
  setcap: CHANGE,
};
