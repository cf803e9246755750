/** The engines of this process: takes a slot of the data folder for each, starts them, says that they are there, and ends them. */
import os from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { startsUnderWayOn } from '#meet/meetings/server/polling/pool.queries.ts';
import {
  adoptEngine,
  beatEngines,
  claimEngine,
  drainEngines,
  engineNumberIn,
  leaveOutEngines,
  registerEngine,
  stopEngines,
  unclaimedCount,
} from '#meet/servers/server/engines.service.ts';
import type { ServerRow } from '#meet/servers/server/servers.service.ts';
import { engineFacts } from '#meet/servers/servers.rules.ts';
import { patiently } from '#kit/server/patience.ts';
import { contextOf, type AppParts } from './context.ts';
import { type EngineHandle, engineSecret, superviseEngine } from './engine.ts';
import { type EngineLaunch, livingEngine } from './engine-process.ts';
import { type EngineSlot, hasSlot, noteTogether, openSlot } from './engine-slots.ts';

/** How often an engine that is to stop is looked at, and for how long it has to be empty: it says once a second what is in it. */
const lookEvery = 500;
const emptyFor = 3_000;

export type EnginePool = {
  /** How many of them can be reached now. */
  up(): number;
  /** Takes no new meetings, and waits until the last one is over, the time is, or `atOnce` comes. */
  drain(atOnce: AbortSignal): Promise<void>;
  /** Ends them, or lets those with meetings go on alone, until they are over or `atOnce` comes. */
  stop(atOnce: AbortSignal): Promise<void>;
};

export const noEngines: EnginePool = { up: () => 0, drain: async () => undefined, stop: async () => undefined };

type ClaimedEngine = { slot: EngineSlot; server: ServerRow };
export type EngineStart = { demo: boolean; publicUrl: string; say: (text: string) => void };

/** Each call by itself: to repeat the whole would find the slots taken by this very process. */
const patient = <T>(say: EngineStart['say'], work: () => Promise<T>): Promise<T> =>
  patiently(work, (reason) => say(`waiting to register the engines: ${reason}`));

/** The row of the slot's engine; null when another machine goes on with it, as with a copy of the data folder. */
async function claim(parts: AppParts, slot: EngineSlot, say: EngineStart['say']): Promise<ServerRow | null> {
  const { engineId, origin } = slot;
  const number = origin === 'new' ? null : slot.number;
  const ctx = contextOf(parts, { kind: 'system' });
  const until = Date.now() + engineFacts.leaseFor + 1_000;
  for (let first = true; ; first = false) {
    const server = await patient(say, () => claimEngine(ctx, { engineId, number, host: os.hostname() }));
    if (server !== null || Date.now() > until) return server;
    if (first) say(`the engine of ${slot.folder} runs on another machine, or did until a moment ago: waiting for it`);
    await wait(1_000);
  }
}

/** As many slots as are configured, else as the process had that had the first of them, else as ran under an older version; and those whose engine still has meetings. */
async function claimSlots(parts: AppParts, options: EngineStart): Promise<ClaimedEngine[]> {
  const { config } = parts;
  const ctx = contextOf(parts, { kind: 'system' });
  const claimed: ClaimedEngine[] = [];
  const leftOut: string[] = [];
  let wanted = config.engines;
  for (let number = 1; wanted === null || claimed.length < wanted || hasSlot(config.dataDir, number); number++) {
    const slot = await openSlot(config.dataDir, number);
    if (slot === null) continue;
    const older = () => (slot.origin === 'new' ? Promise.resolve(0) : unclaimedCount(ctx));
    wanted ??= slot.together ?? Math.max(await patient(options.say, older), options.demo ? 2 : 1);
    const isNeeded = claimed.length < wanted || livingEngine(slot.folder) !== null;
    const server = isNeeded ? await claim(parts, slot, options.say) : null;
    if (server !== null) claimed.push({ slot, server });
    else {
      if (!isNeeded) leftOut.push(slot.engineId);
      await slot.lock.release();
    }
  }
  for (const { slot } of claimed) noteTogether(slot, claimed.length);
  const folder = claimed.some(({ slot }) => slot.origin === 'of-older') ? 'of-older' : 'own';
  await patient(options.say, () => leaveOutEngines(ctx, leftOut, folder));
  return claimed;
}

/**
 * Whether engines outlive this process. Where they are a service of their own it waits for their meetings itself, and with the first
 * process of a container everything ends. Only Linux tells for certain which process an engine is.
 */
export function engineLifetime(config: AppParts['config'], system: { platform: string; pid: number }): EngineLaunch['lastsFor'] {
  const alone = config.processes === 'engine' || config.engineDrain === 0;
  return alone || system.platform !== 'linux' || system.pid === 1 ? 'this-process' : 'its-meetings';
}

function supervise(parts: AppParts, { slot, server }: ClaimedEngine, publicUrl: string): EngineHandle {
  const { config, secrets, log } = parts;
  const { engineId } = slot;
  const secret = engineSecret(secrets, engineId);
  return superviseEngine({
    ...{ config, secrets, log, publicUrl, engineId, slot },
    number: engineNumberIn(server.name),
    lastsFor: engineLifetime(config, process),
    onReady: async (url, origin) => {
      const ctx = contextOf(parts, { kind: 'system' });
      if (origin === 'adopted') await adoptEngine(ctx, { engineId, url, host: os.hostname() });
      else await registerEngine(ctx, { engineId, url, secret, host: os.hostname() });
    },
  });
}

type RunningEngine = ClaimedEngine & { engine: EngineHandle };

/** Says now and then that the engines are there. One that another machine has taken over is stopped: two would answer for one. */
function beat(parts: AppParts, running: readonly RunningEngine[]): NodeJS.Timeout {
  const engineIds = running.map(({ slot }) => slot.engineId);
  const say = async () => {
    const lost = await beatEngines(contextOf(parts, { kind: 'system' }), engineIds, os.hostname());
    for (const { slot, engine } of running) {
      if (!lost.includes(slot.engineId) || engine.address() === null) continue;
      parts.log.error({ folder: slot.folder }, 'another machine runs the engine of this folder, so it ends here');
      await engine.stop();
    }
  };
  // a database that is away is no reason to end meetings: the next beat says it
  return setInterval(() => void say().catch(() => undefined), engineFacts.beatEvery);
}

type LeavableEngine = { slot: Pick<EngineSlot, 'engineId' | 'folder'>; engine: Pick<EngineHandle, 'leave' | 'stop'> };
type EnginesEnd = { lastsFor: EngineLaunch['lastsFor']; atOnce: AbortSignal; say: EngineStart['say'] };
/** Ends the engines that nobody is in, or all of them; gives the ids of those. An engine that stays is ended when `atOnce` comes later. */
export async function endEngines(running: readonly LeavableEngine[], { lastsFor, atOnce, say }: EnginesEnd): Promise<string[]> {
  const ends = running.map(async ({ slot, engine }): Promise<string[]> => {
    const leaves = lastsFor === 'its-meetings' && !atOnce.aborted;
    const end = leaves ? await engine.leave() : 'ended';
    if (end === 'ended' || atOnce.aborted) {
      await engine.stop();
      return [slot.engineId];
    }
    atOnce.addEventListener('abort', () => void engine.stop());
    say(
      `meetings go on in the engine of ${slot.folder}, which ends with the last one. To end them now: npm run admin -- engines stop`,
    );
    return [];
  });
  return (await Promise.all(ends)).flat();
}

/** Starts the engines of this process. */
export async function startEngines(parts: AppParts, options: EngineStart): Promise<EnginePool> {
  const claimed = await claimSlots(parts, options);
  const running = claimed.map((one): RunningEngine => ({ ...one, engine: supervise(parts, one, options.publicUrl) }));
  const engineIds = claimed.map(({ slot }) => slot.engineId);
  const serverIds = claimed.map(({ server }) => server.id);
  const timer = beat(parts, running);
  const ctx = () => contextOf(parts, { kind: 'system' });
  const isEmpty = async () =>
    running.every(({ engine }) => engine.meetings() === 0) && (await startsUnderWayOn(ctx().system.read, serverIds)) === 0;
  // a database that is away is no reason to end meetings either
  const isSurelyEmpty = () => isEmpty().catch(() => false);
  return {
    up: () => running.filter(({ engine }) => engine.address() !== null).length,
    drain: async (atOnce) => {
      const until = Date.now() + parts.config.engineDrain * 1_000;
      let emptySince = Number.POSITIVE_INFINITY;
      while (!atOnce.aborted && Date.now() < until && !(Date.now() - emptySince >= emptyFor)) {
        // each time: an engine that starts again, or a database that was away, must not undo it
        await drainEngines(ctx(), engineIds, os.hostname()).catch(() => undefined);
        emptySince = (await isSurelyEmpty()) ? Math.min(emptySince, Date.now()) : Number.POSITIVE_INFINITY;
        await wait(lookEvery, undefined, { signal: atOnce }).catch(() => undefined);
      }
    },
    stop: async (atOnce) => {
      clearInterval(timer);
      const lastsFor = engineLifetime(parts.config, process);
      const ended = await endEngines(running, { lastsFor, atOnce, say: options.say });
      // without a database the poll finds out, and the next start
      await stopEngines(ctx(), ended, os.hostname()).catch((error: unknown) =>
        parts.log.warn({ error }, 'the pool was not told of the stop'),
      );
      await Promise.all(claimed.map(({ slot }) => slot.lock.release()));
    },
  };
}
