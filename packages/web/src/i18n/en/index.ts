/** The English texts, by place. */
import type { Catalogue } from '../catalogue.ts';
import { access } from './access.ts';
import { admin } from './admin.ts';
import { home } from './home.ts';
import { settings, signIn } from './settings.ts';
import { shell } from './shell.ts';
import { ui } from './ui.ts';

export const en: Catalogue = { access, admin, home, settings, shell, signIn, ui };
