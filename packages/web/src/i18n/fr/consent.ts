/** Connections by OAuth: the question to a person, and the list of what they allowed. */
import { amountsIn } from '../amounts.ts';

const { counted } = amountsIn('fr');

export const consent = {
  title: 'Demande d’accès',
  callsItself: (name: string) => `se présente comme « ${name} »`,
  wants: (username: string) => `veut agir au nom de ${username} par Synapse. Ne donnez que ce que vous attendez.`,
  ownComputer: 'La réponse ira à un programme de cet ordinateur : n’acceptez que si vous venez de le lancer.',
  goesTo: (host: string) => `La réponse ira à ${host}.`,
  unproven: 'Ce client s’est inscrit lui-même. Son nom n’a pas été vérifié.',
  scopes: 'Ce qu’il pourra faire',
  machines: 'Sur quelles machines',
  everyMachine: 'toutes les machines',
  someMachines: 'seulement celles-ci',
  howLong: 'Pour combien de temps',
  allow: 'Autoriser',
  refuse: 'Refuser',
  connections: 'Connexions',
  connectionsWhy:
    'Les clients que vous avez laissés se connecter sans jeton. Leurs appels comptent dans le même quota que le jeton IA.',
  address: (url: string) => `L’adresse à donner au client, sans jeton : ${url}`,
  off: 'Les connexions sont coupées : le service n’est ni sur cet ordinateur seul, ni à une adresse https (SYNAPSE_PUBLIC_URL).',
  noConnections: 'Aucun client n’est connecté.',
  onlyOn: (slugs: readonly string[]) => (slugs.length === 0 ? 'aucune machine' : slugs.join(', ')),
  callsToday: (calls: number) => `${counted(calls, 'appel', 'appels')} aujourd’hui`,
  revokeOf: (host: string) => `Révoquer ${host}`,
  revokeQuestion: (host: string) => `Révoquer la connexion de ${host} ?`,
  revokeConsequence: 'Le client est coupé aussitôt, et ce qu’il exécute s’arrête. Il devra redemander l’accès.',
  revoked: (host: string) => `Connexion de ${host} révoquée.`,
  narrow: 'Restreindre',
  narrowOf: (host: string) => `Restreindre ${host}`,
  narrowed: (host: string) => `Connexion de ${host} restreinte.`,
} as const;
