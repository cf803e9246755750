import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import type { Socket as Datagrams } from 'node:dgram';
import { on, once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ATTRIBUTE, attribute, buildStun, readAddress, readStun, writeAddress } from './stun.ts';
import type { StunMessage } from './stun.ts';
import { relayServers, startRelay } from './turn.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

const announce = { address: '203.0.113.7', port: 4_000 };
const transaction = Buffer.from('abcdefghijkl');
const udp = attribute(ATTRIBUTE.transport, Buffer.from([17, 0, 0, 0]));

/** The engine's media port in this test: says everything back with one letter in front. */
async function openEcho(): Promise<Datagrams> {
  const echo = createSocket('udp4');
  echo.on('message', (data, from) => echo.send(Buffer.concat([Buffer.from('>'), data]), from.port, from.address));
  echo.bind(0, '127.0.0.1');
  await once(echo, 'listening');
  return echo;
}

type Stage = {
  echo: Datagrams;
  relay: { ready: Promise<void>; stop(): void };
  settings: Parameters<typeof relayServers>[0];
  port: number;
};
async function openStage(): Promise<Stage> {
  const [echo, port] = await Promise.all([openEcho(), freePort()]);
  const settings = {
    bindAddress: '127.0.0.1',
    announce,
    turnTcp: { port, host: 'meet.example', secret: 'secret' },
    log: () => undefined,
  };
  const relay = startRelay({ settings, native: { port: echo.address().port, passwordOf: () => undefined } });
  await relay.ready;
  return { echo, relay, settings, port };
}

/** A TURN client of few words. Answers come in the order of the requests. */
class Client {
  readonly socket: Socket;
  readonly #frames: AsyncIterator<Buffer[]>;
  #nonce: Buffer = Buffer.alloc(0);
  readonly #user: { username: string; key: Buffer };

  constructor(stage: Stage, seat: string, change = (credential: string): string => credential) {
    const [server] = relayServers(stage.settings, seat);
    const username = server?.username ?? '';
    this.#user = {
      username,
      key: createHash('md5')
        .update(`${username}:atrium:${change(server?.credential ?? '')}`)
        .digest(),
    };
    this.socket = connect(stage.port, '127.0.0.1');
    this.#frames = on(this.socket, 'data', { close: ['close'] })[Symbol.asyncIterator]();
  }
  async frame(): Promise<Buffer> {
    const { value } = await this.#frames.next();
    return value?.[0] ?? Buffer.alloc(0);
  }
  async ask(type: number, attributes: Buffer[]): Promise<{ message: StunMessage | null; code: number }> {
    const names = [
      attribute(ATTRIBUTE.username, Buffer.from(this.#user.username)),
      attribute(ATTRIBUTE.realm, Buffer.from('atrium')),
    ];
    const signed = this.#nonce.length > 0 ? [...names, attribute(ATTRIBUTE.nonce, this.#nonce)] : [];
    this.socket.write(
      buildStun({ type, transaction }, [...attributes, ...signed], signed.length > 0 ? this.#user.key : undefined),
    );
    const message = readStun(await this.frame());
    this.#nonce = message?.attributes.get(ATTRIBUTE.nonce)?.value ?? this.#nonce;
    const error = message?.attributes.get(ATTRIBUTE.errorCode)?.value;
    return { message, code: error ? (error[2] ?? 0) * 100 + (error[3] ?? 0) : 0 };
  }
  async allocate(): Promise<number> {
    await this.ask(3, [udp]);
    return (await this.ask(3, [udp])).code;
  }
  bind(channel: number, peer: { address: string; port: number }): Promise<{ code: number }> {
    const number = Buffer.alloc(4);
    number.writeUInt16BE(channel, 0);
    return this.ask(9, [attribute(ATTRIBUTE.channelNumber, number), attribute(ATTRIBUTE.peerAddress, writeAddress(peer))]);
  }
}

describe('the relay', () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await openStage();
  });
  afterEach(() => {
    stage.relay.stop();
    stage.echo.close();
  });

  it('names itself and credentials that end within a day', () => {
    const [server] = relayServers(stage.settings, 'seat-1');
    expect(server?.urls).toEqual([`turn:meet.example:${stage.port}?transport=tcp`]);
    const [expiry, seat] = (server?.username ?? '').split(':');
    expect([seat, Math.abs(Number(expiry) - Date.now() / 1_000 - 86_400) < 5]).toEqual(['seat-1', true]);
  });
  it('asks for credentials, then gives an address', async () => {
    const client = new Client(stage, 'seat-1');
    expect((await client.ask(3, [udp])).code).toBe(401);
    const { message } = await client.ask(3, [udp]);
    const relayed = message?.attributes.get(ATTRIBUTE.relayedAddress)?.value;
    expect([message?.type, relayed && readAddress(relayed)?.address]).toEqual([0x0103, announce.address]);
  });
  it('refuses a wrong password', async () => {
    const client = new Client(stage, 'seat-1', () => 'guess');
    expect(await client.allocate()).toBe(401);
  });
  it('carries channel data to the engine behind its announced address, and back', async () => {
    const client = new Client(stage, 'seat-1');
    await client.allocate();
    expect((await client.bind(0x4001, announce)).code).toBe(0);
    client.socket.write(Buffer.from([0x40, 0x01, 0, 2, 104, 105, 0, 0]));
    expect(await client.frame()).toEqual(Buffer.from([0x40, 0x01, 0, 3, 62, 104, 105, 0]));
  });
  it('carries indications, and names the peer as the client knows it', async () => {
    const client = new Client(stage, 'seat-1');
    await client.allocate();
    await client.ask(8, [attribute(ATTRIBUTE.peerAddress, writeAddress(announce))]);
    const body = [attribute(ATTRIBUTE.peerAddress, writeAddress(announce)), attribute(ATTRIBUTE.data, Buffer.from('hi'))];
    client.socket.write(buildStun({ type: 0x0016, transaction }, body));
    const message = readStun(await client.frame());
    const peer = message?.attributes.get(ATTRIBUTE.peerAddress)?.value;
    expect([message?.type, message?.attributes.get(ATTRIBUTE.data)?.value.toString()]).toEqual([0x0017, '>hi']);
    expect(peer && readAddress(peer)).toEqual(announce);
  });
  it('leads nowhere but to the engine', async () => {
    const client = new Client(stage, 'seat-1');
    await client.allocate();
    for (const peer of [
      { address: '127.0.0.1', port: 22 },
      { address: '8.8.8.8', port: 53 },
      { ...announce, port: 1 },
    ]) {
      expect((await client.bind(0x4002, peer)).code).toBe(403);
    }
    const own = { address: '127.0.0.1', port: stage.echo.address().port };
    expect((await client.bind(0x4003, own)).code).toBe(0);
  });
  it('gives a seat sixteen allocations and no more, and takes closed ones back', async () => {
    const clients = Array.from({ length: 16 }, () => new Client(stage, 'greedy'));
    expect(new Set(await Promise.all(clients.map((client) => client.allocate())))).toEqual(new Set([0]));
    const late = new Client(stage, 'greedy');
    expect(await late.allocate()).toBe(486);
    expect(await new Client(stage, 'other').allocate()).toBe(0);
    clients[0]?.socket.destroy();
    await expect.poll(() => late.allocate()).toBe(0);
  });
  it('takes a message that arrives byte by byte', async () => {
    const client = new Client(stage, 'seat-1');
    client.socket.setNoDelay(true);
    for (const byte of buildStun({ type: 1, transaction }, [])) client.socket.write(Buffer.from([byte]));
    expect(readStun(await client.frame())?.type).toBe(0x0101);
  });
  it('outlives junk', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
        const socket = connect(stage.port, '127.0.0.1');
        socket.on('error', () => undefined);
        socket.end(Buffer.from(bytes));
        socket.resume();
        await once(socket, 'close');
      }),
      { numRuns: 60 },
    );
    expect(await new Client(stage, 'seat-1').allocate()).toBe(0);
  });
  it('says plainly that its port is taken', async () => {
    const second = startRelay({ settings: stage.settings, native: { port: 1, passwordOf: () => undefined } });
    await expect(second.ready).rejects.toThrow(`The TURN port ${stage.port} (TCP) on 127.0.0.1 cannot be used: EADDRINUSE.`);
    second.stop();
  });
});
