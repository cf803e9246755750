/** The real engine as the child of a test, registered as the product registers it. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { registerEngine } from '#meet/servers/server/engines.service.ts';
import { newId } from '#kit/server/ids.ts';
import { type EngineHandle, engineSecret, superviseEngine } from '#app/engine.ts';
import type { EngineLaunch } from '#app/engine-process.ts';
import { type World, worldForThisTest } from './testing.ts';

/** Engines that this process started and that still run. */
export function enginePids(): number[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [parent] = /^PPid:\t(\d+)$/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.slice(1) ?? [];
        return (
          Number(parent) === process.pid && fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('engine/server/main.ts')
        );
      } catch {
        // it ended while we looked
        return false;
      }
    });
}

/** A data folder of this test alone: an engine that lives in one is found by every other start there. */
export function ownDataDir(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-engine-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export type RunningEngine = {
  world: World;
  engine: EngineHandle;
  engineId: string;
  ups: string[];
  up(count: number): Promise<void>;
};
export async function runningEngine(
  publicUrl = 'http://localhost:3000',
  env: Record<string, string> = {},
  lastsFor: EngineLaunch['lastsFor'] = 'this-process',
): Promise<RunningEngine> {
  const world = await worldForThisTest({ env: { DATA_DIR: ownDataDir(), ...env } });
  const engineId = newId();
  const ups: string[] = [];
  const { config, secrets, log } = world.parts;
  const engine = superviseEngine({
    config,
    secrets,
    log,
    publicUrl,
    engineId,
    number: 1,
    slot: { number: 1, folder: `${config.dataDir}/recordings` },
    lastsFor,
    onReady: async (url) => {
      await registerEngine(world.ctx(), { engineId, url, secret: engineSecret(secrets, engineId) });
      ups.push(url);
    },
  });
  onTestFinished(() => engine.stop());
  const up = (count: number) => expect.poll(() => ups.length, { timeout: 15_000 }).toBe(count);
  await up(1);
  return { world, engine, engineId, ups, up };
}
type StartedMeeting = { api: ReturnType<World['api']>; room: { id: string }; meetingId: string; url: string };
export async function startMeeting(world: World): Promise<StartedMeeting> {
  const { actor } = await buildActor(world);
  const api = world.api({ ...actor, scope: scopeFor({ accountKind: 'customer', role: 'owner', permissions: [] }) });
  const room = await api.rooms.create({ body: { name: 'Mathematics' } });
  const { meetingId, url } = await api.meetings.start({ params: { id: room.id } });
  return { api, room, meetingId, url };
}
