/** The French texts, by place. */
import { access } from './access.ts';
import { admin } from './admin.ts';
import { home } from './home.ts';
import { settings, signIn } from './settings.ts';
import { shell } from './shell.ts';
import { ui } from './ui.ts';

export const fr = { access, admin, home, settings, shell, signIn, ui } as const;
