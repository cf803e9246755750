/** The engine in a process of its own, as with `npm start`, and people without media in it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { doorAt, type EngineDoor, person, type Person, SECRET, topicCommand } from '@atrium/engine/server/engine.factory';

export type EngineProcess = EngineDoor & { pid: number; child: ChildProcess; stop: () => Promise<void> };

const portIn = (message: unknown): number =>
  typeof message === 'object' && message !== null && 'httpPort' in message ? Number(message.httpPort) : 0;

export async function startEngineProcess(): Promise<EngineProcess> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-bench-engine-'));
  const child = fork(new URL('../packages/engine/server/main.ts', import.meta.url), {
    env: {
      ...{ ENGINE_SECRET: SECRET, ENGINE_CLIENT_URL: 'https://meet.example/m', ENGINE_HTTP_PORT: '0', ENGINE_UDP_PORT: '0' },
      ...{ ENGINE_STATE: path.join(folder, 'state') },
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [message] = await once(child, 'message');
  return {
    ...doorAt(`http://127.0.0.1:${portIn(message)}`),
    pid: child.pid ?? 0,
    child,
    async stop() {
      const ended = child.exitCode === null ? once(child, 'exit') : null;
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A lesson on one blank page, on which everybody draws. The first person presents. */
export async function openLesson(engine: EngineProcess, count: number): Promise<{ people: Person[]; page: string }> {
  await engine.call('create', { name: 'Lesson', meetingID: 'lesson', multiUserWhiteboardEnabled: 'true' });
  const people: Person[] = [];
  for (let n = 0; n < count; n += 1)
    people.push(await person(engine, { meetingID: 'lesson', fullName: `Person ${n}`, role: n === 0 ? 'MODERATOR' : 'VIEWER' }));
  const [teacher] = people;
  if (teacher === undefined) throw new Error('a lesson needs somebody');
  await teacher.ask(topicCommand('slides', { do: 'add-blank', name: 'Board' }));
  const { event } = await teacher.hears('topic-event', ({ topic }) => topic === 'slides');
  const deck = /"id":"([\w-]{22})"/.exec(JSON.stringify(event))?.[1] ?? '';
  return { people, page: `${deck}/1` };
}
