/** The samples of `deploy/` as real proxies on loopback: names, ports and certificates are exchanged, all else is as an operator gets it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { delimiter, join, resolve } from 'node:path';
import { testFolder } from '../scripts/test-folder.ts';
import { until } from './until.ts';

const sample = (name: string) => readFileSync(resolve(import.meta.dirname, '../deploy', name), 'utf8');

/** The name in the samples; the browser resolves it to this machine. */
export const hostName = 'meet.example.org';
/** For Chromium: the samples' name is here, and its certificate is nobody's. */
export const proxiedBrowser = [`--host-resolver-rules=MAP ${hostName} 127.0.0.1`, '--ignore-certificate-errors'] as const;

/** The path of a program of this system, or null. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/bin', '/usr/local/bin'];
  for (const folder of folders) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {
      // not in this folder
    }
  }
  return null;
}

/** A TCP port of 127.0.0.1 that nobody has. */
export function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer().once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** Where the proxy listens, and where the product does. */
export type Ports = { outside: number; inside: number };

function nginxFiles(folder: string, ports: Ports): string[] {
  const key = join(folder, 'key.pem');
  const certificate = join(folder, 'certificate.pem');
  const names = ['-subj', `/CN=${hostName}`, '-addext', `subjectAltName=DNS:${hostName}`];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate, ...names],
    {
      stdio: 'ignore',
    },
  );
  const site = sample('nginx.conf')
    .replaceAll(/^\s*listen \[::\].*$/gm, '')
    .replace('listen 80;', `listen unix:${join(folder, 'plain.sock')};`)
    .replace('listen 443', `listen 127.0.0.1:${ports.outside}`)
    .replace(/\/etc\/letsencrypt\S+fullchain\.pem/, certificate)
    .replace(/\/etc\/letsencrypt\S+privkey\.pem/, key)
    .replace('127.0.0.1:3000', `127.0.0.1:${ports.inside}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${join(folder, of)};`);
  const main = `daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log stderr warn; events {}`;
  writeFileSync(join(folder, 'nginx.conf'), `${main}\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${site}\n}\n`);
  return ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
}

function caddyFiles(folder: string, ports: Ports): string[] {
  const head = `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tstorage file_system ${join(folder, 'store')}\n}\n`;
  const site = sample('Caddyfile')
    .replace(`\n${hostName} {`, `\nhttps://${hostName}:${ports.outside} {\n\ttls internal`)
    .replace('reverse_proxy 127.0.0.1:3000', `reverse_proxy 127.0.0.1:${ports.inside}`);
  writeFileSync(join(folder, 'Caddyfile'), head + site);
  return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
}

const files = { nginx: nginxFiles, caddy: caddyFiles };
export type ProxyName = keyof typeof files;

const answers = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    }).once('error', () => done(false));
  });

/** Starts the proxy of the sample and waits until it listens. Throws with its own words when it ends. */
export async function startProxy(program: string, name: ProxyName, ports: Ports): Promise<{ stop(): Promise<void> }> {
  const folder = mkdtempSync(join(testFolder(), `atrium-${name}-`));
  mkdirSync(join(folder, 'store'));
  const said: string[] = [];
  const child: ChildProcess = spawn(program, files[name](folder, ports), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => void said.push(part.toString()));
  const ended = new Promise<void>((done) => void child.once('exit', () => done()));
  await until({ what: `${name} to listen` }, async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}:\n${said.join('').slice(-2000)}`);
    return (await answers(ports.outside)) ? true : undefined;
  });
  return {
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
