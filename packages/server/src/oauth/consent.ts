/** The question to a person whether a client may connect, and their answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  argumentsInvalid,
  because,
  type ConsentAnswer,
  type ConsentQuestion,
  type CrewReach,
  grantableScopes,
  orderScopes,
  Refusal,
  SCOPES,
  type Scope,
} from '@synapse/contract';
import type { Provider } from 'oidc-provider';
import { type Access, can } from '../access/access.ts';
import type { UserRow } from '../auth/users.ts';
import { type Clock, DAY_MS } from '../clock.ts';
import { newId, personalWorkspaceId } from '../ids.ts';
import type { Machines } from '../machines/machines.ts';
import type { OauthAddresses } from './addresses.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { shownClient } from './client-metadata.ts';
import type { Connections } from './connections.ts';
import type { OauthState } from './state.ts';

/** The request of the page, whose cookies show that this browser was sent here by the client. */
export interface ConsentRequest {
  readonly addresses: OauthAddresses;
  readonly uid: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export interface Consents {
  question(person: UserRow, asked: ConsentRequest): Promise<ConsentQuestion>;
  /** Where the browser has to go next. */
  answer(person: UserRow, asked: ConsentRequest, answer: ConsentAnswer): Promise<string>;
}

export interface ConsentServices {
  readonly clock: Clock;
  readonly server: AuthorizationServer;
  readonly connections: Connections;
  readonly state: OauthState;
  readonly machines: Pick<Machines, 'list'>;
  readonly access: Pick<Access, 'crewsOf'>;
}

/** A client outlives its last connection by this much, so that it need not register again. */
const CLIENT_STAYS_MS = 30 * DAY_MS;

export function createConsents(services: ConsentServices): Consents {
  const { clock, server, connections, state, machines, access } = services;
  const find = async ({ addresses, uid, request, response }: ConsentRequest) => {
    const provider = await server.providerAt(addresses);
    const interaction = await provider.interactionDetails(request, response).catch(() => null);
    // The cookie is for this one request, and the address of the page names it, too.
    if (interaction === null || interaction.uid !== uid || interaction.result !== undefined) {
      throw new Refusal('consent_gone');
    }
    const client = await provider.Client.find(String(interaction.params.client_id));
    if (client === undefined) throw new Refusal('consent_gone');
    const redirectUri = String(interaction.params.redirect_uri ?? client.redirectUris?.[0]);
    return { provider, interaction, client, shown: shownClient(client.clientId, client.clientName, redirectUri) };
  };

  /** What this person may give a client: their own machines, those of their crews, and what it may do there. */
  const reachOf = async ({ id, role }: UserRow) => {
    const crews = await access.crewsOf(id);
    const own = await machines.list({ workspaceId: personalWorkspaceId(id), role });
    const named = own.map(({ slug, label }) => ({ slug, label }));
    for (const workspace of crews) {
      const shared = await machines.list({ workspaceId: workspace.id, role });
      named.push(...shared.map(({ slug, label }) => ({ slug: `${workspace.crew}/${slug}`, label })));
    }
    const reach: CrewReach = crews.some((crew) => can(crew, 'run')) ? 'run' : crews.length > 0 ? 'look' : null;
    return { machines: named, reach };
  };

  return {
    question: async (person, asked) => {
      const { interaction, shown } = await find(asked);
      const { machines: named, reach } = await reachOf(person);
      return {
        ...shown,
        scopes: offered(interaction.params.scope, person, reach),
        machines: named,
        username: person.username,
      };
    },

    answer: async (person, asked, answer) => {
      const { provider, interaction, client, shown } = await find(asked);
      const finish = (result: Parameters<Provider['interactionResult']>[2]): Promise<string> =>
        provider.interactionResult(asked.request, asked.response, result, { mergeWithLastSubmission: false });
      if (answer.decision === 'deny') {
        return finish({ error: 'access_denied', error_description: 'the person said no' });
      }
      const scopes = orderScopes(answer.scopes);
      const { machines: named, reach } = await reachOf(person);
      if (scopes.some((scope) => !offered(interaction.params.scope, person, reach).includes(scope))) {
        throw argumentsInvalid([{ field: 'scopes', problem: because('only_less') }]);
      }
      if (answer.machines?.some((slug) => !named.some((machine) => machine.slug === slug))) {
        throw new Refusal('machine_not_found');
      }
      const now = clock();
      const expires_at = now + answer.days * DAY_MS;
      const id = newId(now);
      await connections.open(person, {
        id,
        scopes,
        expires_at,
        machines: answer.machines === null ? null : [...new Set(answer.machines)],
        client_id: client.clientId,
        client_name: shown.client_name,
        client_host: shown.client_host,
      });
      await state.keepClient(client.clientId, expires_at + CLIENT_STAYS_MS);
      const grant = new provider.Grant({
        jti: id,
        accountId: person.id,
        clientId: client.clientId,
        exp: Math.floor(Date.now() / 1000) + answer.days * (DAY_MS / 1000),
      } as ConstructorParameters<Provider['Grant']>[0]);
      grant.addResourceScope(asked.addresses.resource, scopes.join(' '));
      await grant.save();
      // From here on the request is for what was allowed, and the client learns that with its token.
      interaction.params.scope = scopes.join(' ');
      await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
      return finish({ login: { accountId: person.id, remember: false }, consent: { grantId: id } });
    },
  };
}

/** What the client asked for, as far as this person may give it; who may run commands may also give looking instead. */
function offered(asked: unknown, { plan }: UserRow, reach: CrewReach): Scope[] {
  const wanted = String(asked).split(' ');
  const known = SCOPES.filter(
    (scope) => wanted.includes(scope) || (scope === 'mcp:look' && wanted.includes('mcp:synapse')),
  );
  return known.filter((scope) => grantableScopes(plan, reach).includes(scope));
}
