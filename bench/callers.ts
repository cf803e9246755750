/** Handles of what runs in processes of its own: the callers, fakes, proxies; and what the system tells of a process. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { ticksOf } from './load.ts';
import type { Drive, Driven } from './endpoint-load.ts';

const root = path.resolve(import.meta.dirname, '..');
const tickMs = 10;

/** Processor time in milliseconds of a process and its children, those that ended too. */
export function familyMs(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => statOf(name)?.[1] === String(pid));
  const ended = statOf(String(pid)) ?? [];
  const own = (ticksOf(pid) ?? 0) + Number(ended[13] ?? 0) + Number(ended[14] ?? 0);
  return children.reduce((sum, child) => sum + (ticksOf(Number(child)) ?? 0), own) * tickMs;
}

/** Processor time in milliseconds of a process alone. */
export const processMs = (pid: number): number => (ticksOf(pid) ?? 0) * tickMs;

/** Megabytes of memory that a process holds. */
export function residentMb(pid: number): number {
  const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(found ?? 0) / 1024;
}

function statOf(pid: string): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return null;
  }
}

export type Callers = { drive(job: Drive, watch?: { began(): void; ended(): void }): Promise<Driven>; stop(): void };

type CallerMessage = { driven?: Driven; trouble?: string; measuring?: string; measured?: string };

/** Starts the process that asks. */
export function startCallers(): Callers {
  const child = fork(path.join(root, 'bench/endpoint-load.ts'), { cwd: root });
  return {
    drive: (job, watch) =>
      new Promise((done, broken) => {
        const hear = (said: CallerMessage) => {
          if (said.measuring !== undefined) return watch?.began();
          if (said.measured !== undefined) return watch?.ended();
          child.off('message', hear);
          if (said.driven !== undefined) done(said.driven);
          else broken(new Error(`${job.name}: ${said.trouble ?? 'the callers ended'}`));
        };
        child.on('message', hear);
        child.send(job);
      }),
    stop: () => void child.kill(),
  };
}

export type Running = { port: number; pid: number; stop(): Promise<void> };

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const part of child.stdout ?? []) {
    text += String(part);
    if (text.includes('\n')) break;
  }
  return text.split('\n')[0] ?? '';
}

/** The proxy without logic, in front of that port. */
export async function startBareProxy(to: number): Promise<Running> {
  const child = spawn(process.execPath, ['bench/bare-proxy.ts', String(to)], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  return { port: Number(await firstLine(child)), pid: child.pid ?? 0, stop: () => stopped(child) };
}

const fakeLine = z.object({ url: z.string(), controlUrl: z.string(), secret: z.string() });
export type Fake = Running & { url: string; secret: string; tell(command: object): Promise<unknown> };

/** A fake BBB server. */
export async function startFake(): Promise<Fake> {
  const child = spawn(process.execPath, ['e2e/fake-bbb/main.ts'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const { url, controlUrl, secret } = z.parse(fakeLine, JSON.parse(await firstLine(child)));
  const tell = async (command: object): Promise<unknown> => {
    const said = await fetch(controlUrl, { method: 'POST', body: JSON.stringify(command) });
    if (!said.ok) throw new Error(`the fake refused ${JSON.stringify(command).slice(0, 80)}: ${await said.text()}`);
    return said.json();
  };
  return { url, secret, port: Number(new URL(url).port), pid: child.pid ?? 0, tell, stop: () => stopped(child) };
}

/** Debian's programs; null when there is none. */
export const nginxProgram = (): string | null =>
  ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/local/bin/nginx'].find((file) => existsSync(file)) ?? null;

/** What Debian ships as /etc/nginx/nginx.conf, as far as it matters for a call, with connections to the server that are kept. */
const nginxConf = (at: { folder: string; port: number; to: readonly { path: string; port: number }[] }) => `
daemon off;
user root;
worker_processes auto;
pid ${at.folder}/nginx.pid;
error_log ${at.folder}/error.log;
events { worker_connections 768; }
http {
  sendfile on;
  tcp_nopush on;
  types_hash_max_size 2048;
  types { text/xml xml; }
  access_log ${at.folder}/access.log;
  client_body_temp_path ${at.folder}/body;
  proxy_temp_path ${at.folder}/proxy;
  fastcgi_temp_path ${at.folder}/fastcgi;
  uwsgi_temp_path ${at.folder}/uwsgi;
  scgi_temp_path ${at.folder}/scgi;
  large_client_header_buffers 4 64k;
${at.to.map((one, number) => `  upstream server${number} { server 127.0.0.1:${one.port}; keepalive 64; }`).join('\n')}
  server {
    listen 127.0.0.1:${at.port};
    location /files/ { root ${at.folder}; }
${at.to
  .map(
    (one, number) =>
      `    location ${one.path}/ { proxy_pass http://server${number}/; proxy_http_version 1.1; proxy_set_header Connection ""; }`,
  )
  .join('\n')}
  }
}
`;

/** nginx with everything of its own in `folder`: `/files/…` from there, and each path passed to its port. */
export async function startNginx(
  program: string,
  at: { folder: string; port: number; to: readonly { path: string; port: number }[] },
): Promise<Running> {
  mkdirSync(path.join(at.folder, 'files'), { recursive: true });
  const conf = path.join(at.folder, 'nginx.conf');
  // only root may choose a user
  const text = nginxConf(at);
  writeFileSync(conf, process.getuid?.() === 0 ? text : text.replace('user root;\n', ''));
  const child = spawn(program, ['-p', at.folder, '-e', path.join(at.folder, 'error.log'), '-c', conf], { stdio: 'inherit' });
  for (let tries = 0; ; tries++) {
    const up = await fetch(`http://127.0.0.1:${at.port}/`).then(
      () => true,
      () => false,
    );
    if (up) break;
    if (tries > 50 || child.exitCode !== null) throw new Error('nginx does not start');
    await new Promise((done) => setTimeout(done, 50));
  }
  return { port: at.port, pid: child.pid ?? 0, stop: () => stopped(child) };
}
