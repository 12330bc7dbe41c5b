/** Words of connecting AI clients. */
import type { Wordings } from '@synapse/contract/language';

export const clients = {
  which_client: { fr: 'quel client ? --client {clients}', en: 'which client? --client {clients}' },
  config_for: { fr: 'Pour {file} ; --write l’y met.', en: 'For {file}; --write puts it there.' },
  config_dry: {
    fr: 'Rien n’a été écrit. {file} deviendrait ce qui précède.',
    en: 'Nothing was written. {file} would become the above.',
  },
  config_written: { fr: 'Écrit ; redémarrez le client.', en: 'Written; restart the client.' },
  config_removed: {
    fr: 'L’entrée de Synapse est retirée de {file} ; redémarrez le client. Son jeton : `synapse token revoke`',
    en: 'The entry of Synapse is taken out of {file}; restart the client. Its token: `synapse token revoke`',
  },
  config_not_there: { fr: '{file} n’a pas d’entrée de Synapse.', en: '{file} has no entry of Synapse.' },
  bridge_no_token: {
    fr: 'pas de jeton IA : définissez SYNAPSE_TOKEN, ou passez --token-file',
    en: 'no AI token: set SYNAPSE_TOKEN, or pass --token-file',
  },
  bridge_no_token_hint: {
    fr: '`{synapse} token create --save` en garde un là où cette commande le cherche.',
    en: '`{synapse} token create --save` keeps one where this command looks.',
  },
  bridge_other_token: {
    fr: '{where} contient {what} : il faut ici un jeton IA (dk_ai_…)',
    en: '{where} holds {what}: an AI token (dk_ai_…) is needed here',
  },
  token_journal: { fr: 'un jeton de journal (dk_journal_…)', en: 'a journal token (dk_journal_…)' },
  token_access: { fr: 'un jeton d’accès (un JWT)', en: 'an access token (a JWT)' },
  bridge_make_token: { fr: '`synapse token create` en crée un.', en: '`synapse token create` makes one.' },
  bridge_not_rpc: { fr: 'ce n’est pas un message JSON-RPC', en: 'not a JSON-RPC message' },
  bridge_unreachable: {
    fr: 'Le service est injoignable à l’adresse {url} ({reason}) : tourne-t-il ?',
    en: 'The service cannot be reached at {url} ({reason}): is it running?',
  },
  bridge_answered: { fr: 'Le service a répondu {status}', en: 'The service answered {status}' },
  bridge_too_long: { fr: 'un message du client est trop long', en: 'a message of the client is too long' },
  bridge_refused: { fr: 'le jeton est refusé : {reason}', en: 'the token is refused: {reason}' },
  bridge_new_token: { fr: 'générez-en un nouveau', en: 'generate a new one' },

  bundle_not_zip: {
    fr: 'ce qui est arrivé n’est pas un fichier .mcpb : quelque chose répond à la place du service',
    en: 'what arrived is no .mcpb file: something else answers in place of the service',
  },
  bundle_written: {
    fr: 'Ouvrez-le avec Claude Desktop (double-clic, ou Settings, Extensions) : il demande le jeton IA et le garde dans son trousseau.',
    en: 'Open it with Claude Desktop (double-click, or Settings, Extensions): it asks for the AI token and keeps it in its keychain.',
  },
  plugin_folder_used: {
    fr: '{folder} contient autre chose : donnez un dossier vide ou nouveau',
    en: '{folder} holds something else: name an empty or a new folder',
  },
  plugin_written: {
    fr: 'Essayez-le avec : claude --plugin-dir {folder}',
    en: 'Try it with: claude --plugin-dir {folder}',
  },
  plugin_signs_in: {
    fr: 'Claude Code demande à chacun de se connecter : /mcp, puis synapse.',
    en: 'Claude Code asks everybody to sign in: /mcp, then synapse.',
  },
  plugin_variable: {
    fr: 'Ce service n’offre pas de connexion (OAuth) : export SYNAPSE_TOKEN=… là où démarre Claude Code.',
    en: 'This service offers no sign-in (OAuth): export SYNAPSE_TOKEN=… where Claude Code starts.',
  },

  toml_not_tables: {
    fr: '"{key}" n’est pas écrit en tables dans le fichier : ajoutez l’entrée à la main, rien n’a été changé',
    en: '"{key}" in the file is not written as tables: add the entry by hand, nothing was changed',
  },
  json_not_object_at: {
    fr: '"{key}" n’est pas ce qu’il devrait être dans le fichier ; rien n’a été changé',
    en: '"{key}" in the file is not what it should be; nothing was changed',
  },
  json_not_object: {
    fr: 'le fichier n’est pas un objet JSON : corrigez-le d’abord, rien n’a été changé',
    en: 'the file is not a JSON object: mend it first, nothing was changed',
  },
  note_merge: {
    fr: 'Le fichier a déjà « {key} » ? Ajoutez-y seulement l’entrée « {name} », après une virgule ; --write le fait pour vous.',
    en: 'The file has “{key}” already? Add only the entry “{name}” inside it, after a comma; --write does that for you.',
  },
  note_signs_in: {
    fr: 'Le client ouvre une page où vous vous connectez : il ne faut aucun jeton (--header pour en utiliser un).',
    en: 'The client opens a page where you sign in: no token is needed (--header to use one).',
  },
  connector_no_file: {
    fr: '{client} n’a pas de fichier : ajoutez l’adresse dans ses réglages',
    en: '{client} has no file: add the address in its settings',
  },
  connector_claude: {
    fr: 'Dans Claude.ai ou Claude Desktop : Settings, Connectors, Add custom connector, et cette adresse.',
    en: 'In Claude.ai or Claude Desktop: Settings, Connectors, Add custom connector, and this address.',
  },
  connector_chatgpt: {
    fr: 'Dans ChatGPT : Settings, Apps & Connectors, mode développeur, Create, et cette adresse ; authentification OAuth.',
    en: 'In ChatGPT: Settings, Apps & Connectors, developer mode, Create, and this address; authentication OAuth.',
  },
  connector_not_public: {
    fr: 'Ces clients appellent depuis internet et ne peuvent pas joindre {url} : il faut une adresse https publique (SYNAPSE_PUBLIC_URL). Claude Desktop marche sans, avec `synapse mcp bundle`.',
    en: 'These clients call from the internet and cannot reach {url}: a public https address is needed (SYNAPSE_PUBLIC_URL). Claude Desktop works without one, with `synapse mcp bundle`.',
  },
  note_environment: {
    fr: 'Le jeton vient de l’environnement : export SYNAPSE_TOKEN=… là où démarre le client, ou laissez le pont lire celui qui a été gardé : --bridge synapse.',
    en: 'The token comes from the environment: export SYNAPSE_TOKEN=… where the client starts, or let the bridge read the saved one: --bridge synapse.',
  },
  note_saved: {
    fr: 'Le jeton est lu dans le fichier gardé : `token create --save` l’y met.',
    en: 'The token is read from the saved file: `token create --save` puts it there.',
  },
  vscode_asks: { fr: 'Jeton IA de Synapse', en: 'Synapse AI token' },
  note_vscode: {
    fr: 'VS Code demande le jeton une fois et le garde en lieu sûr.',
    en: 'VS Code asks for the token once and keeps it safely.',
  },
  note_continue: {
    fr: 'Le jeton est un secret de Continue : SYNAPSE_TOKEN=… dans .continue/.env, que Git doit ignorer.',
    en: 'The token is a secret of Continue: SYNAPSE_TOKEN=… in .continue/.env, which Git must ignore.',
  },
  note_without_file: { fr: 'Ou sans fichier : {command}', en: 'Or without a file: {command}' },
  note_holds_token: {
    fr: 'Le fichier contient maintenant le jeton : gardez-le pour vous.',
    en: 'The file now holds the token: keep it to yourself.',
  },
  note_not_ignored: {
    fr: 'Attention : Git n’ignore pas {file}, qui contient le jeton. Ajoutez-le à .gitignore avant de commiter.',
    en: 'Careful: Git does not ignore {file}, which holds the token. Add it to .gitignore before you commit.',
  },
  own_clone: {
    fr: 'ce dossier est le clone de Synapse, pas votre projet',
    en: 'this folder is the clone of Synapse, not your project',
  },
  own_clone_hint: {
    fr: 'Nommez celui de votre projet : --project ~/mon-projet ; ou --file.',
    en: 'Name that of your project: --project ~/my-project; or --file.',
  },
  note_put_token: {
    fr: 'Mettez votre jeton IA à la place de <AI_TOKEN>.',
    en: 'Put your AI token in place of <AI_TOKEN>.',
  },
} as const satisfies Wordings;
