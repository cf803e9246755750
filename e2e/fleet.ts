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
  line: ProxyLine;
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

/** The way from browsers to the web processes. */
type ProxyLine = {
  /** Loses every connection but sockets once an upload has sent that many bytes. New ones lead to the second web process until `mend`. */
  loseUpload(bytes: number): Promise<void>;
  mend(): void;
};

/** Passes each connection as a whole to one of the ports, the next one where nobody answers. */
function balance(portsFor: (head: string) => number[]): { server: Server; line: ProxyLine } {
  const open = new Set<Socket>();
  let losing: { bytes: number; done: () => void } | undefined;
  let lost = false;
  const loses = (sent: number): boolean => {
    if (losing === undefined || sent < losing.bytes) return false;
    losing.done();
    losing = undefined;
    lost = true;
    return true;
  };
  const server = createServer((outside) => {
    outside.on('error', () => outside.destroy());
    outside.once('data', async (first: Buffer) => {
      outside.pause();
      const head = first.toString('latin1');
      for (const port of lost ? portsFor(head).toReversed() : portsFor(head)) {
        const inside = await reach(port);
        if (inside === null) continue;
        // What was sent of an upload. Its process hears nothing of a lost line, as of a phone that left the network.
        let upload: number | undefined;
        const pass = (part: Buffer) => {
          if (part.includes('PATCH /api/uploads/')) upload = 0;
          if (upload !== undefined) upload += part.length;
          if (upload !== undefined && loses(upload)) for (const one of open) one.destroy();
          else if (!inside.write(part)) outside.pause();
        };
        inside.on('error', () => outside.destroy()).on('close', () => outside.destroy());
        inside.on('drain', () => outside.resume());
        if (!/^upgrade:/im.test(head)) open.add(outside);
        outside.on('close', () => {
          open.delete(outside);
          if (upload === undefined) inside.destroy();
        });
        pass(first);
        outside.on('data', pass).resume();
        inside.pipe(outside);
        return;
      }
      outside.destroy();
    });
  });
  const loseUpload = (bytes: number) =>
    new Promise<void>((done) => {
      losing = { bytes, done };
    });
  return { server, line: { loseUpload, mend: () => (lost = false) } };
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
  const { server: front, line } = balance((head) => {
    const ports = [webs.first.port, webs.second.port];
    return /\bvia=second\b/.test(head) ? ports.toReversed() : ports;
  });
  front.listen(outside, '127.0.0.1');
  await once(front, 'listening');
  return {
    ...{ url, password, webs, line, members, start },
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
