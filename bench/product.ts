/** The product as the measurements use it: its own process with sample data, and a signed-in reader. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { solvePuzzle } from '#core/identity/server/sign-in/puzzle.service.ts';

const root = path.resolve(import.meta.dirname, '..');

export type Bench = {
  url: string;
  /** Of the process that answers. */
  pid: number;
  dataDir: string;
  password: string;
  /** Milliseconds from the start to the first answer. */
  startedIn: number;
  stop(): Promise<void>;
};

function launch(dataDir: string, args: string[]): Promise<{ child: ChildProcess; url: string; output: string; ms: number }> {
  const began = performance.now();
  const env: Record<string, string | undefined> = {
    ...process.env,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    PORT: '0',
    ENGINE_DRAIN_SECONDS: '0',
    DATA_DIR: dataDir,
  };
  delete env['DATABASE_URL'];
  const child = spawn(process.execPath, ['src/app/main.ts', ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((done, failed) => {
    let output = '';
    child.stdout?.on('data', (data: Buffer) => {
      output += data.toString();
      const url = /ready at (http\S+)/.exec(output)?.[1];
      if (url === undefined) return;
      fetch(`${url}/healthz`).then(() => done({ child, url, output, ms: performance.now() - began }), failed);
    });
    child.once('exit', (code) => failed(new Error(`the product ended with ${code}`)));
  });
}

const ended = (child: ChildProcess) => new Promise<void>((done) => void child.once('exit', () => done()));

/** A fresh installation with sample data, started a second time so that the second start is measured too. */
export async function startBench(): Promise<Bench> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'atrium-bench-'));
  chmodSync(dataDir, 0o711);
  const first = await launch(dataDir, ['--demo']);
  const password = /password\s+(\S+)/.exec(first.output)?.[1] ?? '';
  first.child.kill('SIGTERM');
  await ended(first.child);
  const second = await launch(dataDir, []);
  return {
    url: second.url,
    pid: second.child.pid ?? 0,
    dataDir,
    password,
    startedIn: second.ms,
    stop: async () => {
      second.child.kill('SIGTERM');
      await ended(second.child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Signs in as a sample person. Returns the access token. */
export async function signIn(bench: Pick<Bench, 'url' | 'password'>, email: string): Promise<string> {
  const asked: unknown = await (await fetch(`${bench.url}/api/challenge`)).json();
  const answer = await solvePuzzle(z.parse(z.object({ challenge: z.unknown() }), asked).challenge);
  const response = await fetch(`${bench.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: bench.password, challenge: answer }),
  });
  return z.parse(z.object({ token: z.string() }), await response.json()).token;
}

/** Makes rooms until the account has `count`. */
export async function fillRooms(bench: Pick<Bench, 'url'>, token: string, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const response = await fetch(`${bench.url}/api/rooms`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ name: `Room ${at}` }),
    });
    if (!response.ok) throw new Error(`a room was refused: ${response.status} ${await response.text()}`);
  }
}
