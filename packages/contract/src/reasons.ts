/** Words beside the error catalogue, in both languages: what fills `{reason}` in a refusal, and what is wrong with a field. */
import { fillIn, type Wording, type Words } from './language.ts';

const reasons = {
  // Why a container or its engine does not answer
  container_missing: { fr: 'aucun conteneur de ce nom', en: 'there is no container of that name' },
  container_stopped: { fr: 'il est arrêté', en: 'it is stopped' },
  container_paused: { fr: 'il est en pause', en: 'it is paused' },
  container_no_shell: { fr: 'il n’a pas de shell (/bin/sh)', en: 'it has no shell (/bin/sh)' },
  container_gone: { fr: 'le conteneur s’est arrêté ou a redémarré', en: 'the container stopped or was restarted' },
  engine_unreachable: {
    fr: 'le moteur de conteneurs ne répond pas ({detail})',
    en: 'the container engine does not answer ({detail})',
  },
  engine_refused: {
    fr: 'le moteur de conteneurs refuse la demande ({detail})',
    en: 'the container engine refuses the request ({detail})',
  },
  engine_gone: {
    fr: 'le moteur de conteneurs a coupé la connexion',
    en: 'the container engine closed the connection',
  },

  // Why an agent did not run a command, or lost it
  agent_paused: { fr: 'son propriétaire l’a mis en pause', en: 'its owner has paused it' },
  agent_busy: { fr: 'trop de commandes à la fois', en: 'too many commands at once' },
  agent_directory: {
    fr: 'ce répertoire est hors de ceux que son propriétaire permet',
    en: 'this directory is not among those its owner allows',
  },
  agent_container_only: {
    fr: 'son propriétaire ne permet que les conteneurs',
    en: 'its owner allows commands in containers only',
  },
  agent_container: { fr: 'son propriétaire ne permet pas ce conteneur', en: 'its owner does not allow this container' },
  agent_read_only: {
    fr: 'son propriétaire ne permet que des commandes de lecture simples',
    en: 'its owner allows simple read-only commands only',
  },
  agent_restarted: { fr: 'l’agent a redémarré', en: 'the agent was restarted' },
  agent_stopped: { fr: 'l’agent a été arrêté', en: 'the agent was stopped' },
  agent_away: { fr: 'l’agent n’est pas revenu à temps', en: 'the agent did not come back in time' },
  agent_silent: {
    fr: 'l’agent n’a pas confirmé l’arrêt de la commande',
    en: 'the agent did not confirm that the command was stopped',
  },
  machine_removed: { fr: 'la machine a été retirée', en: 'the machine was removed' },

  // What a value of a secret is warned about
  secret_too_short: {
    fr: 'valeur courte : elle n’est retirée des sorties que là où elle figure seule, ou pas du tout',
    en: 'short value: it is removed from outputs only where it stands alone, or not at all',
  },
  secret_common: {
    fr: 'valeur courante : retirée des sorties partout où elle figure, elle peut les rendre difficiles à lire',
    en: 'common value: removed from outputs wherever it appears, it may make them hard to read',
  },

  // Why a secret cannot be handed over in some place of a command
  placeholder_arithmetic: {
    fr: 'le shell évaluerait sa valeur comme un calcul ; passez par une variable vérifiée',
    en: 'the shell would evaluate its value as arithmetic; put it into a variable and check that first',
  },
  placeholder_delimiter: {
    fr: 'il fait partie du délimiteur d’un here-document',
    en: 'it is part of a here-document’s delimiter',
  },
  placeholder_expansion: {
    fr: 'cette forme de ${…} n’est pas lue de la même façon par tous les shells',
    en: 'not every shell reads this form of ${…} the same way',
  },
  placeholder_ambiguous: {
    fr: 'ce qui l’entoure n’est pas lu de la même façon par tous les shells ; simplifiez la commande',
    en: 'not every shell reads what surrounds it the same way; simplify the command',
  },

  // Why a code cannot be given to an alias
  alias_program: {
    fr: 'c’est le nom d’un programme courant ; choisissez un autre code',
    en: 'it is the name of a well-known program; choose another code',
  },
  alias_starter: {
    fr: 'raccourci de départ ; choisissez un autre code, ou installez-le avec synapse_seed_default_aliases',
    en: 'a starter shortcut; choose another code, or install it with synapse_seed_default_aliases',
  },

  // What is wrong with a field
  no_nul: { fr: 'sans caractère NUL', en: 'must not contain NUL' },
  unknown_argument: { fr: 'argument inconnu', en: 'unknown argument' },
  unicode: { fr: 'texte Unicode valide', en: 'must be valid Unicode text' },
  max_characters: { fr: '{max} caractères au plus', en: 'at most {max} characters' },
  one_line: { fr: 'une seule ligne, sans caractère de contrôle', en: 'must be one line without control characters' },
  empty: { fr: 'vide', en: 'must not be empty' },
  empty_command: { fr: 'commande vide', en: 'must not be an empty command' },
  command_or_alias: { fr: 'soit command, soit alias', en: 'give either command or alias' },
  markdown_or_view: { fr: 'soit markdown, soit view', en: 'give either markdown or view' },
  date_time: { fr: 'date et heure ISO 8601 attendues', en: 'must be an ISO 8601 date and time' },
  date_time_with_zone: {
    fr: 'date et heure ISO 8601 attendues, par exemple 2026-01-31T09:05:00+01:00',
    en: 'must be an ISO 8601 date and time, for example 2026-01-31T09:05:00+01:00',
  },
  time_zone: {
    fr: 'fuseau horaire IANA, par exemple Europe/Paris',
    en: 'must be an IANA time zone, for example Europe/Paris',
  },
  max_64_kib: { fr: '64 Kio au plus', en: 'at most 64 KiB' },
} as const satisfies Record<string, Wording>;

export type ReasonKey = keyof typeof reasons;

/** The words of a reason, in both languages, with its details filled in. */
export function because(key: ReasonKey, details: Readonly<Record<string, Words | number>> = {}): Wording {
  const { fr, en } = reasons[key];
  return { fr: fillIn(fr, details, 'fr'), en: fillIn(en, details, 'en') };
}

/** For a rule of a schema: what is wrong where it does not hold. `parseOrRefuse` reads it. */
export function elseSay(key: ReasonKey, details?: Readonly<Record<string, Words | number>>) {
  return { params: { wording: because(key, details) } };
}
