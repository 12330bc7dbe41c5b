/** Why a part has its effects: one sentence each, in both languages. `{name}` is filled in. */

import { fillIn, type Wording } from '@synapse/contract';
import { ANY, STAR } from './pattern.ts';

const SENTENCES = {
  reads: { fr: '{program} ne fait que lire.', en: '{program} only reads.' },
  changes: { fr: '{program} modifie des fichiers ou un état.', en: '{program} changes files or a state.' },
  network: { fr: '{program} parle à une autre adresse.', en: '{program} talks to another address.' },
  privileged: {
    fr: '{program} s’exécute avec les droits d’un autre compte.',
    en: '{program} runs with the rights of another account.',
  },
  sensitive: { fr: '{program} peut montrer un secret ({path}).', en: '{program} may show a secret ({path}).' },
  environment: {
    fr: '{program} montre des variables d’environnement, qui peuvent contenir des secrets.',
    en: '{program} shows environment variables, which may hold secrets.',
  },
  catastrophe: {
    fr: '{program} détruirait ou arrêterait la machine.',
    en: '{program} would destroy or stop the machine.',
  },
  fork_bomb: {
    fr: 'La fonction {program} se relance sans fin.',
    en: 'The function {program} starts itself without end.',
  },
  unknown_program: {
    fr: 'Ce que fait {program} n’est pas connu.',
    en: 'What {program} does is not known.',
  },
  unknown_place: {
    fr: '{program} n’est pas dans un dossier de programmes du système.',
    en: '{program} is not in a folder of the system’s programs.',
  },
  unknown_option: {
    fr: 'L’option {option} de {program} n’est pas connue comme une lecture.',
    en: 'The option {option} of {program} is not known to read only.',
  },
  unknown_subcommand: {
    fr: 'Ce que fait « {program} {option} » n’est pas connu.',
    en: 'What “{program} {option}” does is not known.',
  },
  unknown_argument: {
    fr: 'Un argument de {program} n’est connu qu’à l’exécution.',
    en: 'An argument of {program} is known only when it runs.',
  },
  unexpected_argument: {
    fr: 'L’argument {option} de {program} peut vouloir dire autre chose qu’une lecture.',
    en: 'The argument {option} of {program} may mean more than reading.',
  },
  runs_text: {
    fr: '{program} exécute un texte qui n’est connu qu’à l’exécution.',
    en: '{program} runs a text that is known only when it runs.',
  },
  runs_code: {
    fr: '{program} exécute du code dont l’effet ne peut être connu d’avance.',
    en: '{program} runs code whose effect cannot be known before.',
  },
  program_at_run_time: {
    fr: 'Le nom du programme n’est connu qu’à l’exécution.',
    en: 'The name of the program is known only when it runs.',
  },
  variable: {
    fr: 'La variable {option} peut changer ce que font les programmes.',
    en: 'The variable {option} may change what programs do.',
  },
  shell_setting: {
    fr: '{program} change la façon dont le shell lit ou exécute la suite.',
    en: '{program} changes how the shell reads or runs what follows.',
  },
  differently_read: {
    fr: 'Les shells ne lisent pas tous ceci de la même façon.',
    en: 'Shells do not all read this the same way.',
  },
  unreadable: {
    fr: 'Ce texte n’est pas une commande que le shell accepterait.',
    en: 'This text is not a command that the shell would accept.',
  },
  too_much: {
    fr: 'La commande est trop longue ou trop imbriquée pour être jugée.',
    en: 'The command is too long or too nested to be judged.',
  },
  arithmetic: {
    fr: 'Un calcul du shell peut exécuter ce que contient une variable.',
    en: 'Arithmetic of the shell may run what a variable holds.',
  },
  recursion: {
    fr: 'La fonction {program} s’appelle elle-même.',
    en: 'The function {program} calls itself.',
  },
  writes: { fr: 'Écrit dans {path}.', en: 'Writes to {path}.' },
} as const satisfies Record<string, Wording>;

export type Why = keyof typeof SENTENCES;

export function why(key: Why, details: { program?: string; path?: string; option?: string } = {}): Wording {
  const { fr, en } = SENTENCES[key];
  const shown = Object.fromEntries(Object.entries(details).map(([name, text]) => [name, asPerson(text)]));
  return { fr: fillIn(fr, shown, 'fr'), en: fillIn(en, shown, 'en') };
}

/** The signs of a pattern as people write them: what is known only at run time is left out. */
const asPerson = (text: string): string => text.replaceAll(STAR, '*').replaceAll(ANY, '…');
