/** What `synapse doctor` finds on the ways in for AI clients, and how to mend it. */
import type { Wordings } from '@synapse/contract/language';

export const waysIn = {
  way_header: { fr: 'entrée : en-tête X-AI-Token', en: 'way in: header X-AI-Token' },
  way_sign_in: {
    fr: 'entrée : connexion (Claude Code, Cursor, VS Code)',
    en: 'way in: sign-in (Claude Code, Cursor, VS Code)',
  },
  way_cloud: {
    fr: 'entrée : Claude.ai, Claude Desktop (connecteurs), ChatGPT',
    en: 'way in: Claude.ai, Claude Desktop connectors, ChatGPT',
  },
  way_header_ok: { fr: '{url} répond', en: '{url} answers' },
  way_sign_in_ok: { fr: '{url} dit où se connecter', en: '{url} says where to sign in' },
  way_cloud_ok: {
    fr: '{url} répond aussi à Claude-User : ajoutez cette adresse comme connecteur',
    en: '{url} answers Claude-User as well: add this address as a connector',
  },
  way_see_above: { fr: 'réglez d’abord ce qui précède', en: 'mend the above first' },
  way_not_public: {
    fr: '{url} n’est pas une adresse https publique : ces clients appellent depuis internet. Définissez SYNAPSE_PUBLIC_URL, ou prenez le paquet : synapse mcp bundle',
    en: '{url} is no public https address: these clients call from the internet. Set SYNAPSE_PUBLIC_URL, or use the bundle: synapse mcp bundle',
  },
  way_off: { fr: '{url} n’offre pas de connexion (OAuth)', en: '{url} offers no sign-in (OAuth)' },
  way_off_mend: {
    fr: 'Définissez SYNAPSE_PUBLIC_URL=https://… (ou restez sur 127.0.0.1) ; l’en-tête X-AI-Token marche sans cela.',
    en: 'Set SYNAPSE_PUBLIC_URL=https://… (or stay on 127.0.0.1); the header X-AI-Token works without.',
  },
  way_unreachable: { fr: '{url} est injoignable d’ici ({reason})', en: '{url} cannot be reached from here ({reason})' },
  way_unreachable_mend: {
    fr: 'Vérifiez SYNAPSE_PUBLIC_URL={url}, le DNS, le certificat et le proxy.',
    en: 'Check SYNAPSE_PUBLIC_URL={url}, the DNS, the certificate and the proxy.',
  },
  way_redirected: { fr: '{path} est redirigé vers {to}', en: '{path} is redirected to {to}' },
  way_redirected_mend: {
    fr: 'Donnez aux clients l’adresse finale (SYNAPSE_PUBLIC_URL), ou laissez passer {path} sans redirection.',
    en: 'Give clients the final address (SYNAPSE_PUBLIC_URL), or let {path} pass without a redirect.',
  },
  way_unknown_name: {
    fr: 'le service ne se connaît pas sous l’adresse {url}',
    en: 'the service does not know itself as {url}',
  },
  way_unknown_name_mend: { fr: 'Définissez SYNAPSE_PUBLIC_URL={url}.', en: 'Set SYNAPSE_PUBLIC_URL={url}.' },
  way_refused: { fr: 'le service refuse {path} : {code}', en: 'the service refuses {path}: {code}' },
  way_refused_mend: {
    fr: 'docs/reference/errors.md explique ce code.',
    en: 'docs/reference/errors.md explains this code.',
  },
  way_not_ours: {
    fr: 'autre chose que le service répond {status} sur {path} : le proxy ne transmet pas ce chemin',
    en: 'something else than the service answers {status} on {path}: the proxy does not pass this path on',
  },
  way_not_ours_mend: {
    fr: 'Que le proxy transmette tous les chemins, dont /mcp, /oauth/ et /.well-known/ : voir deploy/nginx.conf.',
    en: 'Let the proxy pass every path on, /mcp, /oauth/ and /.well-known/ too: see deploy/nginx.conf.',
  },
  way_header_lost: {
    fr: 'l’en-tête {header} se perd en chemin',
    en: 'the header {header} is lost on the way',
  },
  way_header_lost_mend: {
    fr: 'Que le proxy transmette {header} tel quel (et ne demande pas lui-même de mot de passe).',
    en: 'Let the proxy pass {header} on as it is (and not ask for a password itself).',
  },
  way_wrong_address: {
    fr: 'le service se présente comme {said}, les clients passent par {url}',
    en: 'the service calls itself {said}, clients come by {url}',
  },
  way_wrong_address_mend: { fr: 'Définissez SYNAPSE_PUBLIC_URL={url}.', en: 'Set SYNAPSE_PUBLIC_URL={url}.' },
  way_no_challenge: {
    fr: 'la réponse 401 de {path} a perdu son en-tête WWW-Authenticate',
    en: 'the 401 of {path} has lost its header WWW-Authenticate',
  },
  way_no_challenge_mend: {
    fr: 'Que le proxy laisse passer les réponses 401 telles quelles (ni page d’erreur, ni filtrage d’en-têtes).',
    en: 'Let the proxy pass 401 answers as they are (no error page, no filtering of headers).',
  },
  way_clock: { fr: 'les horloges ont {seconds} s d’écart', en: 'the clocks are {seconds} s apart' },
  way_clock_mend: {
    fr: 'Réglez les deux par NTP : une connexion échoue quand ses codes semblent expirés.',
    en: 'Set both by NTP: a sign-in fails when its codes look expired.',
  },
  way_agent_blocked: {
    fr: '{path} répond {said} au client « Claude-User », et non aux autres : un CDN ou un pare-feu le bloque',
    en: '{path} answers {said} to the client “Claude-User”, and not to others: a CDN or firewall blocks it',
  },
  way_agent_blocked_mend: {
    fr: 'Autorisez l’agent « Claude-User » sur /mcp, /oauth/ et /.well-known/ (protection anti-robots, WAF).',
    en: 'Allow the user agent “Claude-User” on /mcp, /oauth/ and /.well-known/ (bot protection, WAF).',
  },
} as const satisfies Wordings;
