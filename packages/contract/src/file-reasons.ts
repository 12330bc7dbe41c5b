/** Words about files: what is wrong with a path, and why a machine does not read or write one. */
import type { Wordings } from './language.ts';

export const FILE_REASONS = {
  path_absolute: { fr: 'doit commencer par /', en: 'must start with /' },
  path_no_file: { fr: 'doit nommer un fichier', en: 'must name a file' },
  path_no_dots: { fr: 'ne doit pas contenir ..', en: 'must not contain ..' },
  upload_range: {
    fr: 'un envoi par morceaux veut « upload » et un Content-Range qui correspond à Content-Length',
    en: 'an upload in pieces wants `upload` and a Content-Range that fits Content-Length',
  },
  file_is_folder: { fr: 'c’est un dossier', en: 'it is a folder' },
  file_folder_missing: {
    fr: 'le dossier {folder} n’existe pas ; parents: true le crée',
    en: 'the folder {folder} is not there; parents: true makes it',
  },
  file_folder_first: {
    fr: 'le dossier {folder} n’existe pas : créez-le d’abord',
    en: 'the folder {folder} is not there: make it first',
  },
  file_no_folder: { fr: 'ce n’est pas un dossier', en: 'it is not a folder' },
  file_is_special: { fr: 'ce n’est pas un fichier ordinaire', en: 'it is not a regular file' },
  file_is_binary: { fr: 'ce n’est pas du texte UTF-8', en: 'it is not UTF-8 text' },
  file_denied: { fr: 'permission refusée', en: 'permission denied' },
  file_read_only: { fr: 'système de fichiers en lecture seule', en: 'read-only file system' },
  file_owner: {
    fr: 'son propriétaire et son groupe n’ont pas pu être conservés',
    en: 'its owner and group could not be kept',
  },
  file_stopped: { fr: 'opération arrêtée ({status})', en: 'the operation was stopped ({status})' },
  file_loop: { fr: 'trop de liens', en: 'too many links' },
  sudo_no_secret: {
    fr: 'la machine {machine} n’a pas de sudo_secret ; une personne peut lui en donner un (synapse machine set --sudo-secret, ou sur la page)',
    en: 'the machine {machine} has no sudo_secret; a person can give it one (synapse machine set --sudo-secret, or on the page)',
  },
  file_path_signs: {
    fr: 'son chemin a trop de caractères de commande',
    en: 'its path has too many control characters',
  },
  file_edit_lines: { fr: ' : lignes {lines}', en: ': lines {lines}' },
  file_edit_nearest: {
    fr: ' ; au plus près, la ligne {line} : « {text} »',
    en: '; the nearest is line {line}: “{text}”',
  },
  file_edit_nothing_near: { fr: ' ; rien n’y ressemble', en: '; nothing resembles it' },
  file_leads_elsewhere: {
    fr: '{path} mène à {place}, pour lequel il faut demander : nommez-le lui-même',
    en: '{path} leads to {place}, which has to be asked about: name that one',
  },
  file_asks: {
    fr: 'seul l’envoi d’un fichier de {max} octets au plus peut attendre une approbation ; accordez d’abord une heure (synapse grant {machine} --hour)',
    en: 'only the upload of one file of at most {max} bytes can wait for an approval; grant an hour first (synapse grant {machine} --hour)',
  },
} as const satisfies Wordings;
