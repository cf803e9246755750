/** Engines in processes of their own, which a test may kill. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { SECRET } from '#server/engine.factory.ts';

type Started = { child: ChildProcess; httpPort: number; udpPort: number; output: () => string };

export function launch(env: Record<string, string>, execArgv: string[] = []): { child: ChildProcess; output: () => string } {
  const settings = { ENGINE_SECRET: SECRET, ENGINE_CLIENT_URL: 'https://meet.example/m' };
  const child = fork(fileURLToPath(new URL('./main.ts', import.meta.url)), {
    env: { ...settings, ...env },
    silent: true,
    execArgv,
  });
  onTestFinished(() => {
    if (child.exitCode === null) child.kill('SIGKILL');
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes) => {
      text += String(bytes);
    });
  }
  return { child, output: () => text };
}

function numberAt(message: unknown, name: string): number {
  const value =
    typeof message === 'object' && message !== null ? Object.entries(message).find(([key]) => key === name)?.[1] : undefined;
  return typeof value === 'number' ? value : 0;
}

export async function started(env: Record<string, string> = {}): Promise<Started> {
  const { child, output } = launch(env);
  const [message] = await once(child, 'message');
  expect(message).toMatchObject({ t: 'ready' });
  return { child, output, httpPort: numberAt(message, 'httpPort'), udpPort: numberAt(message, 'udpPort') };
}

export const exitOf = async (child: ChildProcess): Promise<unknown> => (await once(child, 'exit'))[0];

/** The offer of a browser that sends one microphone, shortened to what the engine reads. */
export const micOffer = [
  'v=0',
  'o=- 4611731400430051336 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0',
  'a=msid-semantic: WMS',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'c=IN IP4 0.0.0.0',
  'a=rtcp:9 IN IP4 0.0.0.0',
  'a=ice-ufrag:Abcd',
  'a=ice-pwd:abcdefghijklmnopqrstuvwx',
  'a=ice-options:trickle',
  `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`,
  'a=setup:actpass',
  'a=mid:0',
  'a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level',
  'a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid',
  'a=sendonly',
  'a=msid:- mic',
  'a=rtcp-mux',
  'a=rtpmap:111 opus/48000/2',
  'a=fmtp:111 minptime=10;useinbandfec=1',
  'a=ssrc:1234567 cname:mic',
  'a=ssrc:1234567 msid:- mic',
  '',
].join('\r\n');
