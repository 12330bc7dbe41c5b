/** Words of crews. */
import type { Wordings } from '@synapse/contract/language';

export const crews = {
  crew_created: { fr: 'Équipage {slug} créé.', en: 'The crew {slug} is created.' },
  crew_next: {
    fr: 'Ensuite : synapse crew invite {slug}, et synapse machine add web-1 --crew {slug} …',
    en: 'Next: synapse crew invite {slug}, and synapse machine add web-1 --crew {slug} …',
  },
  crews_none: {
    fr: 'Aucun équipage. En créer un : synapse crew create ops',
    en: 'No crew. Create one: synapse crew create ops',
  },
  crews_head: { fr: 'ÉQUIPAGE RÔLE FIN MEMBRES NOM', en: 'CREW ROLE UNTIL MEMBERS NAME' },
  crew_members_head: { fr: 'NOM RÔLE FIN DEPUIS DERNIÈRE_ACTIVITÉ', en: 'USERNAME ROLE UNTIL SINCE LAST_ACTIVE' },
  crew_set_role: { fr: '--set et --role vont ensemble', en: '--set and --role go together' },
  crew_member_set: { fr: '{username} : rôle {role}.', en: '{username}: role {role}.' },
  crew_removed: { fr: '{username} n’est plus membre de {slug}.', en: '{username} is no longer a member of {slug}.' },
  crew_invited: {
    fr: 'Valable une fois, jusqu’à {until}. Cette adresse ne sera plus affichée.',
    en: 'Good once, until {until}. This address is not shown again.',
  },
  crew_joined: { fr: 'Vous êtes membre de {slug} : rôle {role}.', en: 'You are a member of {slug}: role {role}.' },
  ask_leave_crew: {
    fr: 'Quitter l’équipage {slug} ? Ce que vous y exécutez s’arrête.',
    en: 'Leave the crew {slug}? What you run there ends.',
  },
  crew_left: { fr: 'Vous avez quitté {slug}.', en: 'You have left {slug}.' },
  crew_request_which: {
    fr: 'un rôle, --approve ou --deny : un seul des trois',
    en: 'a role, --approve or --deny: one of the three',
  },
  crew_request_needs: {
    fr: 'une demande prend --hours (de 1 à 8) et --reason',
    en: 'a request takes --hours (1 to 8) and --reason',
  },
  crew_requested: {
    fr: 'Demande {id} envoyée pour le rôle {role}.',
    en: 'Request {id} for the role {role} is sent.',
  },
  crew_request_approved: {
    fr: '{username} a le rôle {role} jusqu’à {until}.',
    en: '{username} has the role {role} until {until}.',
  },
  crew_request_denied: { fr: 'Demande de {username} refusée.', en: 'The request of {username} is denied.' },
  crew_requests_none: { fr: 'Aucune demande.', en: 'No requests.' },
  crew_requests_head: { fr: 'ID NOM RÔLE HEURES ÉTAT RAISON', en: 'ID USERNAME ROLE HOURS STATUS REASON' },
  crew_access_head: {
    fr: 'NOM RÔLE ORIGINE FIN DERNIER_USAGE MACHINES ACCÈS À_REVOIR',
    en: 'USERNAME ROLE SOURCE UNTIL LAST_USED MACHINES ACCESS DUE',
  },
} as const satisfies Wordings;
