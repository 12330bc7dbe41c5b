/** Words about looking, in both languages: a part of the reasons. */
import type { Wording } from './language.ts';

export const LOOK_REASONS = {
  // Why nothing can be looked at
  look_none: {
    fr: 'aucun bac à sable n’y fonctionne ({detail}) ; installez le paquet {package}',
    en: 'no sandbox works there ({detail}); install the package {package}',
  },
  look_broken: {
    fr: 'le bac à sable {sandbox} n’y démarre plus ({detail})',
    en: 'the sandbox {sandbox} no longer starts there ({detail})',
  },
  placeholder_look: {
    fr: 'une commande de lecture ne reçoit aucun secret',
    en: 'a command that only looks is given no secret',
  },
} as const satisfies Record<string, Wording>;
