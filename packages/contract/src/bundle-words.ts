/** What the files that clients install say about themselves, and ask for. */
export const BUNDLE_WORDS = {
  description: {
    fr: 'Travaillez sur vos machines sans en donner les clés.',
    en: 'Work on your machines without handing out the keys.',
  },
  url: { fr: 'Adresse de Synapse', en: 'Address of Synapse' },
  urlWhy: {
    fr: 'Comme dans votre navigateur, par exemple https://synapse.example',
    en: 'As in your browser, for instance https://synapse.example',
  },
  token: { fr: 'Jeton IA', en: 'AI token' },
  tokenWhy: {
    fr: 'dk_ai_… : Affichage, Réglages, Accès IA, Générer un jeton. Il est gardé dans le trousseau de ce client.',
    en: 'dk_ai_…: View, Settings, AI access, Generate token. It is kept in this client’s keychain.',
  },
} as const;
