import { fork } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';

/** Runs a script of this folder as a child and gives the one message that it sends. */
async function runChild(file: string, parameters: string[] = []): Promise<unknown> {
  const child = fork(new URL(file, import.meta.url), parameters, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
  const result = await Promise.race([
    once(child, 'message').then(([message]) => message),
    once(child, 'exit').then(([code]) => ({ exit: code })),
  ]);
  child.kill('SIGKILL');
  return result;
}

describe('a room with real connections', () => {
  let found: unknown;
  beforeAll(async () => {
    found = await runChild('./loopback.factory.ts');
  });

  it('reaches its end', () => {
    expect(found).not.toHaveProperty('error');
    expect(found).not.toHaveProperty('exit');
  });
  it('sends each viewer one unbroken stream per slot, across a change of layers', () => {
    expect(found).toMatchObject({ unbroken: { audio: [1], video: [1], ssrcs: 1 } });
  });
  it('sends a lost packet again', () => {
    expect(found).toMatchObject({ again: 1 });
  });
  it('knows who is there by their media alone', () => {
    expect(found).toMatchObject({ heard: [true, true, false] });
  });
  it('tells the viewer who is in which slot', () => {
    expect(found).toMatchObject({ filled: { a0: 'ada:mic', a1: null, v0: 'ada:cam', v1: null } });
  });
  it('forwards nothing of a blocked microphone', () => {
    expect(found).toMatchObject({ muted: 0 });
  });
  it('hides everything from a viewer who may not see it', () => {
    expect(found).toMatchObject({ hidden: { a0: null, a1: null, v0: null, v1: null } });
  });
  it('refuses an offer that is none', () => {
    expect(found).toMatchObject({ refused: 'MediaRefused: media refused: bad-offer' });
  });
  it('empties the slots of a source that ended', () => {
    expect(found).toMatchObject({ emptied: { v0: null } });
  });
  it('reports sources that come alive and end', () => {
    expect(found).toMatchObject({
      news: expect.arrayContaining(['published ada:mic', 'published ada:cam', 'closed ada:cam client']),
    });
  });
  it('counts nothing of a seat that is gone', () => {
    expect(found).toMatchObject({ counts: { seats: 2, sources: 0, streams: 0 } });
  });
});

describe('the media port', () => {
  it('says plainly that it is taken', async () => {
    const other = createSocket('udp4');
    other.bind(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address();
    const found = await runChild('./port.factory.ts', [String(port)]);
    other.close();
    expect(found).toEqual({
      error: `The media port ${port} (UDP) on 127.0.0.1 is already in use or not allowed. Choose another one.`,
    });
  });
});
