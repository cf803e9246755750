/** The product as several processes of each kind on one data folder, behind a proxy of one address. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { findPostmaster, waitForEnd } from '#kit/server/db/postgres-process.ts';
import { ownFolder } from '../scripts/test-leftovers.ts';
import { freePort } from './proxies.ts';
import { copySamples } from './samples.ts';

const root = resolve(import.meta.dirname, '..');
export type Kind = 'web' | 'worker' | 'engine';
export type Member = { kind: Kind; port: number; child: ChildProcess; said(): string };

export type Fleet = {
  url: string;
  password: string;
  /** Which web process a new connection of a browser with the cookie `via=second` goes to, and every other one. */
  webs: { first: Member; second: Member };
  /** All that were started, the ended ones too. */
  members: readonly Member[];
  start(kind: Kind, port?: number): Promise<Member>;
  said(): string;
  stop(): Promise<void>;
};

const ready = { web: /ready at /, worker: /worker is ready/, engine: /engine is ready/ } as const;
const reach = (port: number): Promise<Socket | null> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => done(socket)).on('error', () => done(null));
  });

/** Passes each connection as a whole to one of the ports, the next one where nobody answers. */
function balance(portsFor: (head: string) => number[]): Server {
  return createServer((outside) => {
    outside.on('error', () => outside.destroy());
    outside.once('data', async (head: Buffer) => {
      outside.pause();
      for (const port of portsFor(head.toString('latin1'))) {
        const inside = await reach(port);
        if (inside === null) continue;
        inside.on('error', () => outside.destroy()).on('close', () => outside.destroy());
        outside.on('close', () => inside.destroy());
        inside.write(head);
        inside.pipe(outside).pipe(inside);
        return;
      }
      outside.destroy();
    });
  });
}

export async function startFleet(): Promise<Fleet> {
  const dataDir = ownFolder('atrium-journey-');
  const password = copySamples(dataDir);
  if (password === null) throw new Error('there are no samples');
  const outside = await freePort();
  const url = `http://localhost:${outside}`;
  const members: Member[] = [];
  const start = async (kind: Kind, port = 0): Promise<Member> => {
    const env: Record<string, string | undefined> = {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      DATA_DIR: dataDir,
    };
    delete env['DATABASE_URL'];
    const own = { PROCESSES: kind, ENGINE: kind === 'engine' ? 'on' : 'off', ENGINES: '1', PUBLIC_URL: url, PORT: String(port) };
    const child = spawn(process.execPath, ['src/app/main.ts'], {
      cwd: root,
      env: { ...env, ...own, DATABASE_CONNECTIONS: '4' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said: string[] = [];
    const member = { kind, port, child, said: () => said.join('') };
    members.push(member);
    await new Promise<void>((done, failed) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (part: Buffer) => {
          said.push(part.toString());
          if (ready[kind].test(member.said())) done();
        });
      child.once('exit', (code) => failed(new Error(`the ${kind} ended with ${code}:\n${member.said()}`)));
    });
    return member;
  };
  // the first one starts the database, the others share it
  const engine = await start('engine');
  const [first, second] = await Promise.all([
    start('web', await freePort()),
    start('web', await freePort()),
    ...(['engine', 'worker', 'worker'] as const).map((kind) => start(kind)),
  ]);
  if (engine === undefined || first === undefined || second === undefined) throw new Error('not all have started');
  const webs = { first, second };
  const front = balance((head) => {
    const ports = [webs.first.port, webs.second.port];
    return /\bvia=second\b/.test(head) ? ports.toReversed() : ports;
  });
  front.listen(outside, '127.0.0.1');
  await once(front, 'listening');
  return {
    ...{ url, password, webs, members, start },
    said: () => members.map((one) => one.said()).join('\n'),
    stop: async () => {
      front.close();
      for (const { child } of members) child.kill('SIGKILL');
      const postgres = findPostmaster(join(dataDir, 'postgres'));
      if (postgres !== undefined) {
        process.kill(postgres.pid, 'SIGQUIT');
        await waitForEnd(postgres.pid, 10_000);
      }
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Of that kind, those that run. */
export const running = (members: readonly Member[]): Member[] =>
  members.filter(({ child }) => child.exitCode === null && child.signalCode === null);
