/**
 * Stops commands that are to be stopped, or that a freeze covers, on whichever instance they run: directly on this one,
 * by the bus on others, and by polling the database where the bus has lost the message.
 */
import { Refusal } from '@synapse/contract';
import type { Logger } from 'pino';
import { type Access, can, roleRequired } from '../access/access.ts';
import { poll } from '../background/poll.ts';
import type { Bus } from '../bus/bus.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { belongsTo, type Execution } from '../exec/execution.ts';
import { actionOf } from '../exec/prepare/enter-workspace.ts';
import type { RunningCommands } from '../exec/run/running-commands.ts';
import { frozenAmong } from '../freezes/freezes.ts';
import type { WorkspaceId } from '../ids.ts';
import { putStop, type StopRequest, stopsAmong } from './stop-store.ts';

/** `earlierOnly`: the token was not revoked, so later commands of it may run. */
export type WhatStops =
  | { readonly executionId: string }
  | { readonly workspaceId: WorkspaceId }
  | { readonly tokenId: string; readonly earlierOnly?: boolean };

export interface StopCommands {
  /** Resolves once it is in the database: the instances that run the commands stop them within moments. */
  request(what: WhatStops): Promise<void>;
  /** A freeze was committed here: stops what it covers, on every instance. */
  now(): void;
  stop(): void;
}

export interface StopCommandsServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly running: Pick<RunningCommands, 'list' | 'count'>;
  readonly access: Pick<Access, 'crewsOf'>;
  readonly log: Logger;
}

const TOPIC = 'executions.look';
/**
 * It takes hold within this also where the bus has lost its message: a tree needs its own time to die, within two seconds
 * in all. Asked only while something runs here.
 */
const POLL_MS = 400;

export function createStopCommands(services: StopCommandsServices): StopCommands {
  const { database, clock, bus, running, access, log } = services;
  const { queries } = database;

  const stopFrozen = async (commands: Execution[]): Promise<void> => {
    const frozen = await frozenAmong(queries, commands, belongsTo);
    for (const { command, why } of frozen) command.stopper.stop('cancelled', why);
  };
  const stopRequested = async (commands: Execution[]): Promise<void> => {
    const subjects = new Set(commands.flatMap(subjectsOf));
    const requests = new Map((await stopsAmong(queries, [...subjects])).map((row) => [row.subject, row]));
    for (const command of commands) {
      const asked = subjectsOf(command).flatMap((subject) => requests.get(subject) ?? []);
      if (asked.some((request) => isMeant(request, command))) command.stopper.stop('cancelled');
    }
  };
  /** The person who gave it lost the right: removed, demoted, or the role expired. */
  const stopExpelled = async (commands: Execution[]): Promise<void> => {
    const ofCrews = commands.filter(({ order }) => order.actor !== undefined);
    const members = new Set(ofCrews.map(({ order }) => order.actor!.id));
    for (const member of members) {
      const roles = new Map((await access.crewsOf(member)).map((workspace) => [workspace.id, workspace]));
      for (const { workspaceId, order, stopper } of ofCrews.filter((one) => one.order.actor!.id === member)) {
        const workspace = roles.get(workspaceId);
        if (workspace === undefined) stopper.stop('cancelled', new Refusal('not_found'));
        else if (!can(workspace, actionOf(order))) stopper.stop('cancelled', roleRequired(actionOf(order)));
      }
    }
  };
  const sweep = async (): Promise<void> => {
    if (running.count === 0) return;
    const commands = running.list();
    await Promise.all([stopFrozen(commands), stopRequested(commands), stopExpelled(commands)]);
  };
  const polling = poll({ everyMs: POLL_MS, work: sweep, log, failure: 'failed to load what is to be stopped' });
  const leave = bus.subscribe(TOPIC, polling.wake);
  const now = (): void => {
    polling.wake();
    bus.publish(TOPIC, null);
  };

  return {
    request: async (what) => {
      const created_at = clock();
      if ('executionId' in what) await putStop(queries, { subject: what.executionId, earlier_only: 0, created_at });
      // Who is let in again starts others.
      else if ('workspaceId' in what)
        await putStop(queries, { subject: what.workspaceId, earlier_only: 1, created_at });
      else await putStop(queries, { subject: what.tokenId, earlier_only: what.earlierOnly ? 1 : 0, created_at });
      now();
    },
    now,
    stop: () => {
      polling.stop();
      leave();
    },
  };
}

const subjectsOf = ({ id, workspaceId, order }: Execution): string[] => [
  id,
  workspaceId,
  ...(order.actor === undefined ? [] : [order.actor.id]),
  ...(order.tokenId === null ? [] : [order.tokenId]),
];

const isMeant = ({ earlier_only, created_at }: StopRequest, { entry }: Execution): boolean =>
  earlier_only === 0 || entry.createdAt <= created_at;
