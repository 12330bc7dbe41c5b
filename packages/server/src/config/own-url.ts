/** The address of the service when no public one was configured. */
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Config } from './read-config.ts';

/** Where it listens, as configured. */
export function listeningUrl(host: string, address: AddressInfo | string | null): string {
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return urlOf(host, port);
}

/** For a browser on the same computer: "every address" (0.0.0.0) cannot be opened everywhere. */
export function urlToOpen(host: string, address: AddressInfo | string | null): string {
  return listeningUrl(isEveryAddress(host) ? 'localhost' : host, address);
}

/** For another computer. */
export function urlFromElsewhere(host: string, address: AddressInfo | string | null): string {
  return listeningUrl(isEveryAddress(host) ? (firstAddress() ?? 'localhost') : host, address);
}

export function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

function firstAddress(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
}

/** The address of the page; empty as long as the service cannot know it. */
export interface PageUrl {
  (): string;
  /** A free port is known once the service listens on it. */
  listensOn(port: number): void;
}

export function createPageUrl({ publicUrl, loopback, host, port: configured }: Config): PageUrl {
  let port = configured;
  const pageUrl = (): string => publicUrl ?? (loopback && port !== 0 ? urlOf(host, port) : '');
  return Object.assign(pageUrl, {
    listensOn: (bound: number) => {
      port = bound;
    },
  });
}
