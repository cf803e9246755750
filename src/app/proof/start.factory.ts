/** The product as its own process, for tests of starts and ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { environment } from '#kit/server/config/config.ts';
import { findPostmaster, waitForEnd } from '#kit/server/db/postgres-process.ts';

/** Of the repository. */
export const root = path.resolve(import.meta.dirname, '../../..');

export type Run = {
  child: ChildProcess;
  /** All that was said so far, on both streams. */
  said(): string;
  /** Waits for a text; fails when the process ends before. */
  hears(what: RegExp): Promise<string>;
  /** SIGTERM; gives the exit code and the milliseconds it took. */
  end(): Promise<{ code: number | null; ms: number }>;
};
/** A start compiles for two seconds; what the first one kept serves the others. */
const NODE_COMPILE_CACHE = path.join(root, 'node_modules/.cache/atrium-tests');

/** Starts the product as its own process with only these variables. It is killed when the test ends. */
export function run(env: Record<string, string>, args: string[] = [], nodeArgs: string[] = []): Run {
  const { PATH, HOME } = environment();
  const child = spawn(process.execPath, [...nodeArgs, 'src/app/main.ts', ...args], {
    cwd: root,
    env: { PATH, HOME, NODE_COMPILE_CACHE, NODE_ENV: 'production', LOG_LEVEL: 'warn', ENGINE_DRAIN_SECONDS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const wake: (() => void)[] = [];
  const hear = (part: Buffer | string) => {
    text += String(part);
    for (const one of wake.splice(0)) one();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  child.on('close', () => hear('\n[ended]'));
  onTestFinished(() => void (child.exitCode === null && child.kill('SIGKILL')));
  const hears = async (what: RegExp): Promise<string> => {
    for (;;) {
      const found = what.exec(text);
      if (found !== null) return found[1] ?? found[0];
      if (text.endsWith('[ended]')) throw new Error(`it ended without saying ${what}:\n${text}`);
      await new Promise<void>((resolve) => void wake.push(resolve));
    }
  };
  const end = async () => {
    const began = performance.now();
    const closed = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = await closed;
    return { code: typeof code === 'number' ? code : null, ms: performance.now() - began };
  };
  return { child, said: () => text, hears, end };
}
/** A data folder for one test; what is left running in it is ended. */
export function emptyFolder(): string {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-first-'));
  // as root, the database runs as another user, who must be able to pass through
  fs.chmodSync(dataDir, 0o711);
  onTestFinished(async () => {
    const left = findPostmaster(path.join(dataDir, 'postgres'));
    if (left) {
      process.kill(left.pid, 'SIGQUIT');
      await waitForEnd(left.pid, 10_000);
    }
    fs.rmSync(dataDir, { recursive: true, force: true });
  });
  return dataDir;
}
/** Processes that have the folder in their command line, or whose parent is the one that ended. */
export const leftovers = (of: { dataDir: string; child: ChildProcess }): string[] =>
  fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const line = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        const parent = Number(/^PPid:\t(\d+)$/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
        return line.includes(of.dataDir) || parent === of.child.pid ? [line] : [];
      } catch {
        // it ended while we looked
        return [];
      }
    });
export const quiet = /ready at (http:\/\/\S+)/;
export const link = /once, for 24 hours\):\s+(http\S+)/;
