/** The French texts, by place. */
import { access } from './access.ts';
import { admin } from './admin.ts';
import { aliases, savings } from './aliases.ts';
import { approvals } from './approvals.ts';
import { channels } from './channels.ts';
import { consent } from './consent.ts';
import { crews } from './crews.ts';
import { device } from './device.ts';
import { executions, output, run } from './executions.ts';
import { fields } from './fields.ts';
import { files } from './files.ts';
import { freeze } from './freeze.ts';
import { home } from './home.ts';
import { machines } from './machines.ts';
import { jobs, many } from './many.ts';
import { policy } from './policy.ts';
import { journal, projects } from './projects.ts';
import { secrets } from './secrets.ts';
import { security } from './security.ts';
import { settings, signIn } from './settings.ts';
import { shell } from './shell.ts';
import { ui } from './ui.ts';

export const fr = {
  access,
  admin,
  aliases,
  approvals,
  channels,
  consent,
  crews,
  device,
  executions,
  fields,
  files,
  freeze,
  home,
  jobs,
  journal,
  machines,
  many,
  output,
  policy,
  projects,
  run,
  savings,
  secrets,
  security,
  settings,
  shell,
  signIn,
  ui,
} as const;
