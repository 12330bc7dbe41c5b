/** The options of single sign-on by OpenID Connect. */
import { CREW_ROLES, CREW_SLUG, type CrewRole, PLAN_IDS, type PlanId } from '@synapse/contract';
import { BadValue, list, option, text, yesOrNo } from './parse-option.ts';

/** As typed: some issuers end in a slash, and say so in their tokens. Many people paste the address of its description. */
const issuer = (value: string): string => {
  const address = value.replace(/\/\.well-known\/openid-configuration$/, '');
  const url = URL.parse(address);
  const plain = url?.protocol === 'http:' && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url === null || !(url.protocol === 'https:' || plain) || url.search !== '' || url.hash !== '') {
    throw new BadValue('an https address, such as https://accounts.google.com');
  }
  return address;
};

const domains = (value: string): string[] => {
  const items = list(value).map((item) => item.toLowerCase().replace(/^@/, ''));
  if (items.some((item) => item !== '*' && !/^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(item))) {
    throw new BadValue('domains such as example.org, comma-separated, or *');
  }
  return items;
};

/** A group may contain an equals sign; a plan does not. */
const plansByGroup = (value: string): ReadonlyMap<string, PlanId> =>
  new Map(
    list(value).map((item) => {
      const [, group, plan] = /^(.+)=([^=]+)$/.exec(item) ?? [];
      const found = PLAN_IDS.find((id) => id === plan?.trim());
      if (group === undefined || found === undefined) {
        throw new BadValue(`group=plan, comma-separated; a plan is one of ${PLAN_IDS.join(', ')}`);
      }
      return [group.trim(), found];
    }),
  );

/** A group may contain an equals sign and a colon; a slug and a role do not. */
const crewsByGroup = (value: string): readonly { group: string; crew: string; role: CrewRole }[] =>
  list(value).map((item) => {
    const [, group, crew, given] = /^(.+)=([^=:]+):([^=:]+)$/.exec(item) ?? [];
    const role = CREW_ROLES.find((one) => one === given?.trim());
    const slug = crew?.trim() ?? '';
    if (group === undefined || role === undefined || !CREW_SLUG.test(slug)) {
      throw new BadValue(`group=crew:role, comma-separated; a role is one of ${CREW_ROLES.join(', ')}`);
    }
    return { group: group.trim(), crew: slug, role };
  });

export const SIGN_ON_OPTIONS = {
  oidcIssuer: option(
    'SYNAPSE_OIDC_ISSUER',
    null,
    '`https://…`',
    'Issuer of single sign-on by OpenID Connect. Unset: people sign in with a password or a passkey.',
    issuer,
  ),
  oidcClientId: option('SYNAPSE_OIDC_CLIENT_ID', null, 'a client id', 'The name by which the issuer knows us.', text),
  oidcClientSecret: option(
    'SYNAPSE_OIDC_CLIENT_SECRET',
    null,
    'a client secret',
    'Shared with the issuer. Unset: a public client, held by PKCE alone.',
    text,
    { secret: true },
  ),
  oidcTrustEmail: option(
    'SYNAPSE_OIDC_TRUST_EMAIL',
    'false',
    'true, false',
    'Whether an e-mail address counts as verified when the issuer does not say `email_verified`.',
    yesOrNo,
  ),
  oidcCreate: option(
    'SYNAPSE_OIDC_CREATE',
    null,
    'e-mail domains, comma-separated, or `*`',
    'For whom a first sign-in makes an account. Unset: only accounts that exist.',
    domains,
  ),
  oidcAdmins: option(
    'SYNAPSE_OIDC_ADMINS',
    null,
    'groups, comma-separated',
    'Groups whose people are administrators; all others are members. Applied at each single sign-on.',
    list,
  ),
  oidcPlans: option(
    'SYNAPSE_OIDC_PLANS',
    null,
    '`group=plan`, comma-separated',
    'Plans by group; the largest counts. Applied at each single sign-on.',
    plansByGroup,
  ),
  oidcCrews: option(
    'SYNAPSE_OIDC_CREWS',
    null,
    '`group=crew:role`, comma-separated',
    'Members of crews by group; the highest role counts. Applied at each single sign-on.',
    crewsByGroup,
  ),
} as const;
