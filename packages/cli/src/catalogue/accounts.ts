/** Signing in, users and AI tokens. */
import { type CommandSpec, option } from '../command-spec.ts';
import { offline, yes } from './shared-options.ts';

const PLANS = ['free', 'plus', 'pro', 'equipage'] as const;
const ROLES = ['member', 'admin'] as const;

export const account: readonly CommandSpec[] = [
  {
    path: 'login',
    about: {
      fr: 'Se connecter ; la session est gardée dans un fichier que vous seul pouvez lire.',
      en: 'Sign in; the session is kept in a file that only you can read.',
    },
    options: [
      option('-u, --username <name>', { fr: 'Votre nom d’utilisateur.', en: 'Your username.' }),
      option(
        '--password-stdin',
        {
          fr: 'Lire le mot de passe sur l’entrée standard.',
          en: 'Read the password from stdin.',
        },
        { field: 'password' },
      ),
      option('--code <code>', {
        fr: 'Le code de votre application d’authentification, ou un code de secours. Sinon il vous est demandé, si votre compte en a une.',
        en: 'The code of your authenticator app, or a recovery code. Without it you are asked for one if your account has an app.',
      }),
      option('--limited', {
        fr: 'Une session qui peut tout, sauf décider des approbations, changer une politique, lever un gel, lire ou créer des jetons, confirmer des machines et modifier les comptes.',
        en: 'A session that may do everything but decide approvals, change a policy, lift a freeze, read or create tokens, confirm machines and change accounts.',
      }),
      option('--browser', {
        fr: 'Se connecter dans un navigateur, ici ou sur un autre ordinateur : pour les comptes sans mot de passe (authentification unique, clés d’accès).',
        en: 'Sign in in a browser, here or on another computer: for accounts without a password (single sign-on, passkeys).',
      }),
    ],
    examples: [
      'synapse login',
      'synapse login --limited',
      'synapse login --browser',
      'synapse login --url https://synapse.example -u ada --password-stdin < password',
    ],
    run: async (call) => (await import('../commands/session.ts')).login(call),
  },
  {
    path: 'logout',
    about: { fr: 'Fermer la session, ici et dans le service.', en: 'End the session, here and at the service.' },
    examples: ['synapse logout'],
    run: async (call) => (await import('../commands/session.ts')).logout(call),
  },
  {
    path: 'whoami',
    about: {
      fr: 'Afficher le compte connecté, son plan, ses droits et les appels du jour.',
      en: 'Show who is signed in, with plan, scopes and today’s calls.',
    },
    examples: ['synapse whoami'],
    run: async (call) => (await import('../commands/session.ts')).whoami(call),
  },
  {
    path: 'session list',
    about: {
      fr: 'Lister vos sessions ouvertes : depuis quand, d’où, avec quoi.',
      en: 'List your open sessions: since when, from where, with what.',
    },
    examples: ['synapse session list'],
    run: async (call) => (await import('../commands/session.ts')).listSessions(call),
  },
  {
    path: 'session end',
    about: {
      fr: 'Fermer une de vos sessions ; sans identifiant, toutes les autres, ou avec --all vraiment toutes.',
      en: 'End one of your sessions; without an id every other one, with --all every single one.',
    },
    args: ['[id]'],
    options: [option('--all', { fr: 'Toutes, celle-ci comprise.', en: 'All of them, this one included.' })],
    examples: ['synapse session end', 'synapse session end --all'],
    run: async (call) => (await import('../commands/session.ts')).endSessions(call),
  },
  {
    path: 'open',
    about: {
      fr: 'Ouvrir la page dans un navigateur et afficher son adresse.',
      en: 'Open the page in a browser, and print its address.',
    },
    examples: ['synapse open'],
    run: async (call) => (await import('../commands/session.ts')).open(call),
  },
  {
    path: 'user add',
    about: { fr: 'Créer un compte (rôle admin, ou --offline).', en: 'Create an account (role admin, or --offline).' },
    args: ['<username>'],
    options: [
      option('--plan <plan>', { fr: 'Son plan.', en: 'Its plan.' }, { choices: PLANS, fallback: 'free' }),
      option('--role <role>', { fr: 'Son rôle.', en: 'Its role.' }, { choices: ROLES, fallback: 'member' }),
      option('--email <address>', {
        fr: 'Son adresse e-mail, par laquelle l’authentification unique le trouve.',
        en: 'Its e-mail address, by which single sign-on finds it.',
      }),
      option(
        '--password-stdin',
        {
          fr: 'Lire le mot de passe sur l’entrée standard. Sinon il vous est demandé, ou il est généré et affiché.',
          en: 'Read the password from stdin. Without it you are asked for one, or one is generated and printed.',
        },
        { field: 'password' },
      ),
      offline,
    ],
    examples: ['synapse user add ada --plan pro', 'synapse user add ops --plan equipage --role admin --offline'],
    run: async (call) => (await import('../commands/user.ts')).addUser(call),
  },
  {
    path: 'user list',
    about: {
      fr: 'Lister tous les comptes (rôle admin, ou --offline).',
      en: 'List all accounts (role admin, or --offline).',
    },
    options: [offline],
    examples: ['synapse user list --json'],
    run: async (call) => (await import('../commands/user.ts')).listUsers(call),
  },
  {
    path: 'user set',
    about: {
      fr: 'Modifier un compte : son plan, son rôle, son mot de passe, ou s’il est actif.',
      en: 'Change an account: its plan, role or password, or whether it is enabled.',
    },
    args: ['<username>'],
    options: [
      option('--plan <plan>', { fr: 'Le nouveau plan.', en: 'A new plan.' }, { choices: PLANS }),
      option('--role <role>', { fr: 'Le nouveau rôle.', en: 'A new role.' }, { choices: ROLES }),
      option('--email <address>', {
        fr: 'L’adresse e-mail, par laquelle l’authentification unique trouve le compte ; vide : aucune.',
        en: 'The e-mail address, by which single sign-on finds the account; empty: none.',
      }),
      option('--disable', {
        fr: 'Désactiver le compte ; ses jetons et ses sessions prennent fin aussitôt.',
        en: 'Disable the account; its tokens and sessions end at once.',
      }),
      option('--enable', { fr: 'Réactiver le compte.', en: 'Enable the account again.' }),
      option(
        '--password-stdin',
        {
          fr: 'Lire un nouveau mot de passe sur l’entrée standard.',
          en: 'Read a new password from stdin.',
        },
        { field: 'password' },
      ),
      offline,
    ],
    examples: ['synapse user set ada --plan equipage', 'synapse user set admin --password-stdin --offline < password'],
    run: async (call) => (await import('../commands/user.ts')).setUser(call),
  },
  {
    path: 'user reset',
    about: {
      fr: 'Retirer à un compte son application d’authentification, ses clés d’accès et son lien d’authentification unique, et fermer ses sessions.',
      en: 'Take an account’s authenticator app, passkeys and single sign-on link away, and end its sessions.',
    },
    args: ['<username>'],
    options: [yes, offline],
    examples: ['synapse user reset ada', 'synapse user reset admin --offline --yes'],
    run: async (call) => (await import('../commands/user.ts')).resetUser(call),
  },
  {
    path: 'user rm',
    about: {
      fr: 'Supprimer un compte et tout ce qui est à lui ; ses entrées du journal d’audit restent, avec son nom.',
      en: 'Remove an account and everything that is its own; its entries in the audit log stay, with its name.',
    },
    args: ['<username>'],
    options: [
      option('--erase-commands', {
        fr: 'Effacer aussi du journal d’audit ce que disaient ses commandes. Pour un compte déjà supprimé, donnez son identifiant.',
        en: 'Also erase from the audit log what its commands said. For an account that is gone already, give its id.',
      }),
      yes,
      offline,
    ],
    examples: ['synapse user rm ada', 'synapse user rm ada --yes', 'synapse user rm ada --erase-commands'],
    run: async (call) => (await import('../commands/user.ts')).removeUser(call),
  },
  {
    path: 'token create',
    about: {
      fr: 'Générer un jeton IA, affiché une seule fois. Il n’y en a qu’un : le client qui utilise le précédent le perd, après une question.',
      en: 'Generate an AI token, printed once. There is only one: the client that uses the previous one loses it, after a question.',
    },
    options: [
      option(
        '--scopes <scopes>',
        {
          fr: 'Seulement ces droits parmi ceux du plan, séparés par des virgules.',
          en: 'Only these of the plan’s scopes, comma-separated.',
        },
        { as: 'list' },
      ),
      option(
        '--days <n>',
        { fr: 'Sa durée de validité en jours, de 1 à 365.', en: 'How long it is valid, 1 to 365.' },
        { as: 'number', fallback: 30, field: 'validity_days' },
      ),
      option('--label <text>', { fr: 'À quoi il sert.', en: 'What it is for.' }),
      option('--save', {
        fr: 'Le garder aussi dans le fichier que lit `synapse mcp stdio`.',
        en: 'Also keep it in the file that `synapse mcp stdio` reads.',
      }),
      yes,
    ],
    examples: ['synapse token create --label laptop', 'synapse token create --scopes mcp:read --days 7'],
    run: async (call) => (await import('../commands/token.ts')).createToken(call),
  },
  {
    path: 'token list',
    about: {
      fr: 'Lister vos jetons IA, du plus récent au plus ancien ; les jetons eux-mêmes ne sont pas affichés.',
      en: 'List your AI tokens, newest first; the tokens themselves are not shown.',
    },
    examples: ['synapse token list'],
    run: async (call) => (await import('../commands/token.ts')).listTokens(call),
  },
  {
    path: 'token revoke',
    about: {
      fr: 'Révoquer un jeton ; sans identifiant, celui qui est actif.',
      en: 'Revoke a token; without an id, the active one.',
    },
    args: ['[id]'],
    options: [yes],
    examples: ['synapse token revoke --yes'],
    run: async (call) => (await import('../commands/token.ts')).revokeToken(call),
  },
  {
    path: 'connections',
    about: {
      fr: 'Lister les clients connectés par OAuth ; avec un identifiant, en restreindre ou en révoquer un.',
      en: 'List the clients that are connected by OAuth; with an id, narrow or revoke one.',
    },
    args: ['[id]'],
    options: [
      option('--revoke', { fr: 'Le couper aussitôt.', en: 'Cut it off at once.' }),
      option(
        '--scopes <scopes>',
        {
          fr: 'Ne lui laisser que ces droits, séparés par des virgules.',
          en: 'Leave it only these scopes, comma-separated.',
        },
        { as: 'list' },
      ),
      option(
        '--machines <slugs>',
        {
          fr: 'Ne lui laisser que ces machines, séparées par des virgules.',
          en: 'Leave it only these machines, comma-separated.',
        },
        { as: 'list' },
      ),
      yes,
    ],
    examples: [
      'synapse connections',
      'synapse connections 01k9z4v6q8 --machines web-1',
      'synapse connections 01k9z4v6q8 --revoke --yes',
    ],
    run: async (call) => (await import('../commands/connections.ts')).connections(call),
  },
];
