/** Words about looking: why nothing can be looked at. */
import type { Wordings } from './language.ts';

export const LOOK_REASONS = {
  look_none: {
    fr: 'aucun bac à sable n’y fonctionne ({detail}) ; installez-y {packages}',
    en: 'no sandbox works there ({detail}); install there: {packages}',
  },
  look_broken: {
    fr: 'le bac à sable {sandbox} n’y démarre plus ({detail})',
    en: 'the sandbox {sandbox} no longer starts there ({detail})',
  },
} as const satisfies Wordings;
