/** Secrets over REST: names come out, values only go in. */
import {
  AUDIT_PAGE,
  PutSecretAnswer,
  SECRET_REMINDERS,
  type SecretBinding,
  SecretChange,
  SecretImport,
  SecretImportAnswer,
  SecretName,
  SecretSettings,
  UsedSecret,
} from '@synapse/contract';
import * as z from 'zod';
import { can } from '../../access/access.ts';
import type { Aliases } from '../../aliases/aliases.ts';
import type { Audit } from '../../audit/audit.ts';
import type { Machines } from '../../machines/machines.ts';
import { usesOf } from '../../vault/secret-uses.ts';
import { storedIn, type Vault } from '../../vault/vault.ts';
import { type Call, endpoint } from '../endpoint.ts';
import { ownerOf } from './machines.ts';
import { namedHere } from './person-order.ts';

export interface SecretServices {
  readonly vault: Vault;
  readonly machines: Machines;
  readonly aliases: Aliases;
  readonly audit: Audit;
}

const NameParams = z.object({ name: SecretName });

export const listSecrets = ({ vault, machines, aliases, audit }: SecretServices) =>
  endpoint({
    summary: 'Names of the user’s secrets and where each is used, never values.',
    access: 'user',
    answer: z.object({ secrets: z.array(UsedSecret) }),
    handle: async (_input, call) => {
      const workspaceId = call.workspace.id;
      const [secrets, bindings, owned, named, { entries }] = await Promise.all([
        vault.list(workspaceId),
        vault.bindings(workspaceId),
        machines.listOwn(ownerOf(call)),
        aliases.list(workspaceId),
        // Only the latest commands. The log itself has them all.
        audit.list(workspaceId, { limit: AUDIT_PAGE.max }),
      ]);
      const places = {
        // How a machine is reached is for those who may change that.
        machines: can(call.workspace, 'write-machines') ? owned : [],
        aliases: named,
        executions: entries,
      };
      return {
        secrets: secrets.map((secret) => ({
          ...secret,
          ...(bindings.get(secret.name) ?? { machines: null, programs: null, removed_machines: [] }),
          used_by: usesOf(secret.name, places),
        })),
      };
    },
  });

/** A secret is bound to machines of its own workspace. */
const boundHere = <S extends Partial<SecretBinding>>(call: Pick<Call<'user'>, 'workspace'>, settings: S): S =>
  settings.machines == null
    ? settings
    : { ...settings, machines: settings.machines.map((name) => namedHere(call, name)) };

export const putSecret = ({ vault }: SecretServices) =>
  endpoint({
    summary:
      'Store or replace a secret, and say where it may be used and what it is for; what is not given stays as it was.',
    access: 'pilot',
    params: NameParams,
    body: SecretChange,
    answer: PutSecretAnswer,
    handle: async ({ params, body: { value, ...settings } }, call) => {
      const { workspace, tell, language } = call;
      const bound = boundHere(call, settings);
      return storedIn(language, await vault.put(workspace.id, params.name, value, 'person', bound, tell));
    },
  });

export const changeSecret = ({ vault }: SecretServices) =>
  endpoint({
    summary: 'Say where a secret may be used and what it is for, and leave its value alone.',
    access: 'pilot',
    params: NameParams,
    body: SecretSettings,
    answer: null,
    handle: ({ params, body }, call) => vault.change(call.workspace.id, params.name, boundHere(call, body), call.tell),
  });

export const importSecrets = ({ vault }: SecretServices) =>
  endpoint({
    summary: 'Store several secrets, all or none, as from a `.env` file. Answers names, never values.',
    access: 'pilot',
    body: SecretImport,
    answer: SecretImportAnswer,
    handle: ({ body }, { workspace, tell }) => vault.import(workspace.id, body, tell),
  });

export const listReminders = ({ vault }: SecretServices) =>
  endpoint({
    summary: 'The secrets to look after: ended, ending within two weeks, or due for a new value.',
    access: 'user',
    answer: z.object({ secrets: z.array(z.object({ name: z.string(), reminder: z.enum(SECRET_REMINDERS) })) }),
    handle: async (_input, { workspace }) => ({ secrets: await vault.reminders(workspace.id) }),
  });

export const deleteSecret = ({ vault }: SecretServices) =>
  endpoint({
    summary: 'Delete a secret.',
    access: 'pilot',
    params: NameParams,
    answer: null,
    handle: ({ params }, { workspace, tell }) => vault.remove(workspace.id, params.name, 'person', tell),
  });
