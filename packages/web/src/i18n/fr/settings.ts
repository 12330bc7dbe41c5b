/** Signing in, and the settings besides AI access. */
export const signIn = {
  title: 'Connexion',
  tagline: 'Vos machines au service de votre assistant, sans lui confier les clés.',
  username: 'Identifiant',
  password: 'Mot de passe',
  passwordHint: 'Au premier démarrage, il s’affiche une fois dans le terminal.',
  showPassword: 'Afficher ou masquer le mot de passe',
  submit: 'Se connecter',
} as const;

export const settings = {
  title: 'Réglages',
  sections: {
    'ai-access': 'Accès IA',
    policy: 'Politique',
    notifications: 'Notifications',
    appearance: 'Apparence',
    account: 'Compte',
  },
  appearanceWhy: 'L’apparence et la langue de la page ne sont gardées que dans ce navigateur.',
  messages: 'Langue des messages ailleurs',
  messagesWhy: 'Celle des clients IA et de l’API lorsqu’ils n’en demandent aucune ; par défaut, le français.',
  messagesDefault: 'Par défaut',
  username: 'Identifiant',
  plan: 'Plan',
  role: 'Rôle',
  roles: { member: 'membre', admin: 'admin' },
  quota: 'Quota du jour',
  changePassword: 'Changer le mot de passe',
  changePasswordWhy: 'Toutes vos sessions ouvertes prennent fin, celle-ci comprise.',
  currentPassword: 'Mot de passe actuel',
  newPassword: 'Nouveau mot de passe',
  newPasswordRule: 'Au moins 8 caractères.',
  passwordChanged: 'Mot de passe changé : reconnectez-vous.',
} as const;
