/** The real programs of an OpenSSH client: ssh, ssh-keygen, ssh-agent and ssh-add. */
import { join } from 'node:path';
import { fetchPackages } from './engines.ts';

/** The folder that holds them. */
export const findSsh = async (): Promise<string> => join(await fetchPackages('ssh', ['openssh-client']), 'usr/bin');
