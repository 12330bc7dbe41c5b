/** Options that several commands take. */
import { option } from '../command-spec.ts';

export const offline = option('--offline', {
  fr: 'Travailler directement sur le dossier de données ; le service n’a pas besoin de tourner.',
  en: 'Work directly on the data directory; the service need not be running.',
});
export const crew = option('--crew <slug>', {
  fr: 'Dans cet équipage plutôt que chez vous.',
  en: 'In this crew instead of your own workspace.',
});
export const yes = option('-y, --yes', { fr: 'Ne pas demander de confirmation.', en: 'Do not ask for confirmation.' });
