/** The policy. */
import { amountsIn } from '../amounts.ts';

const { number, counted } = amountsIn('fr');

export const policy = {
  title: 'Politique',
  why: 'Ce que vos assistants peuvent faire, sur quelle machine. Aucun jeton IA ne peut la lire ni la modifier.',
  everybody: 'Politique de l’instance',
  everybodyWhy: 'Pour tous les comptes. Elle ne peut que durcir ce que chacun permet.',
  text: 'Texte de la politique (YAML)',
  none: 'Aucune politique n’est en vigueur : tout est permis.',
  version: (version: number) => `Version ${version} en vigueur.`,
  inForce: (version: number) => `Version ${version} en vigueur.`,
  problems: 'Erreurs, par ligne et colonne',
  replay: 'Tester sur les 7 derniers jours',
  replayed: (checked: number, changed: number) =>
    changed === 0
      ? `Rien n’aurait changé (${counted(checked, 'commande examinée', 'commandes examinées')}).`
      : `${counted(changed, 'commande', 'commandes')} sur ${number(checked)} ${changed > 1 ? 'auraient été décidées' : 'aurait été décidée'} autrement.`,
  more: 'Il y en a davantage.',
  difference: 'Différence',
  aside: 'Ce qui changerait',
  asideWhy: 'Vérifie les commandes des 7 derniers jours avec ce texte, sans l’activer.',
  presets: 'Les préréglages',
  presetsWhy: 'Par défaut ou pour une machine. Les règles les affinent.',
  /** About the words of the format, by the word. */
  words: {
    version: 'du format : 1',
    default: 'pour les autres machines',
    machines: 'préréglage par machine',
    rules: 'la plus stricte l’emporte',
    name: 'comment elle s’appelle',
    when: 'sur quoi elle porte',
    // biome-ignore lint/suspicious/noThenProperty: a word of the format, in a table that nobody awaits.
    then: 'allow, ask ou deny',
    ask: 'client : aussi dans la conversation',
    reveal: 'montre les données privées',
    machine: 'nom, motif ou tag:nom',
    not_machine: 'toutes sauf celles-ci',
    container: 'nom ou motif',
    program: 'sans son dossier',
    effect: 'ce que cela fait',
    path: 'fichier ou dossier, * et **',
    secret: 'nom ou motif',
    token: 'libellé du jeton IA',
    source: 'd’où vient l’ordre',
    hours: 'mon-fri 08:00-18:00 Europe/Paris',
    open: 'Permet tout.',
    careful: 'Permet ce qui ne fait que lire, refuse l’irréparable, demande pour le reste.',
    look: 'Permet ce qui ne fait que lire, dans un bac à sable ; refuse le reste.',
    closed: 'Refuse tout.',
    allow: 'exécuter',
    deny: 'refuser',
    read: 'lit, ne change rien',
    change: 'écrit, retire, démarre, arrête',
    network: 'envoie ou va chercher ailleurs',
    privileged: 'agit comme un autre, souvent root',
    sensitive: 'touche clés et mots de passe',
    catastrophe: 'irréversible',
    opaque: 'effet imprévisible',
  },
} as const;
