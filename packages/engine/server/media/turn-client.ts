/** One TCP connection of a TURN client: framing, authentication, one allocation. */
import { createHash, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import type { Socket as Datagrams } from 'node:dgram';
import type { Socket } from 'node:net';
import {
  ATTRIBUTE,
  attribute,
  buildStun,
  hasIntegrity,
  padded,
  readAddress,
  readStun,
  repairTieBreaker,
  writeAddress,
} from './stun.ts';
import type { Ipv4Address, StunMessage } from './stun.ts';
import type { TurnRelay } from './turn.ts';

const REALM = 'atrium';
const IDLE_MS = 60_000;
const LIFETIME_S = 600;
/** More than this waiting in the socket means the network is slower than the media: packets are dropped, as UDP would. */
const WAITING_BYTES = 262_144;
const CHANNELS = 32;
const METHOD = { binding: 1, allocate: 3, refresh: 4, send: 6, data: 7, permit: 8, bind: 9 } as const;
const INDICATION = 0x0010;
const SUCCESS = 0x0100;
const FAILURE = 0x0110;
const UDP = 17;
const IPV4 = 1;

type TurnClient = {
  socket: Socket;
  relay: TurnRelay;
  nonce: Buffer;
  /** Bytes of a frame that has not come whole. */
  rest: Buffer;
  allocation: TurnAllocation | null;
};
type TurnAllocation = {
  username: string;
  datagrams: Datagrams;
  giveBack: () => void;
  /** Peers as the client names them, by the engine address that stands behind them. */
  peers: Map<string, Ipv4Address>;
  channels: Map<number, Ipv4Address>;
  channelOf: Map<string, number>;
};
type TurnRequest = { message: StunMessage; method: number; key: Buffer; username: string };

const nameOf = (end: Ipv4Address): string => `${end.address}:${end.port}`;

export function serveClient(socket: Socket, relay: TurnRelay): void {
  const client: TurnClient = {
    socket,
    relay,
    nonce: Buffer.from(randomBytes(12).toString('hex')),
    rest: Buffer.alloc(0),
    allocation: null,
  };
  socket.setTimeout(IDLE_MS, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.once('close', () => endAllocation(client));
  socket.on('data', (bytes: Buffer) => {
    client.rest = client.rest.length > 0 ? Buffer.concat([client.rest, bytes]) : bytes;
    while (takeFrame(client));
  });
}

function endAllocation(client: TurnClient): void {
  const allocation = client.allocation;
  client.allocation = null;
  allocation?.datagrams.close();
  allocation?.giveBack();
}

/** Handles the first whole frame (RFC 8656 §3.1, §12.5). Returns whether there was one. */
function takeFrame(client: TurnClient): boolean {
  const { rest, socket } = client;
  if (rest.length < 4 || socket.destroyed) return false;
  const form = rest.readUInt8(0) >> 6;
  const length = rest.readUInt16BE(2);
  const total = form === 0 ? 20 + length : 4 + padded(length);
  if (form > 1) {
    socket.destroy();
    return false;
  }
  if (rest.length < total) return false;
  client.rest = rest.subarray(total);
  if (form === 1) sendToEngine(client, client.allocation?.channels.get(rest.readUInt16BE(0)), rest.subarray(4, 4 + length));
  else takeMessage(client, rest.subarray(0, total));
  return true;
}

function takeMessage(client: TurnClient, bytes: Buffer): void {
  const message = readStun(bytes);
  if (!message) {
    client.socket.destroy();
    return;
  }
  const method = message.type & 0x000f;
  if (message.type === (METHOD.send | INDICATION)) {
    const peer = peerOf(message);
    const data = message.attributes.get(ATTRIBUTE.data)?.value;
    if (peer && data) sendToEngine(client, peer, data);
  } else if (message.type === METHOD.binding) {
    succeed(client, { message, method }, [attribute(ATTRIBUTE.mappedAddress, clientAddress(client))]);
  } else if (message.type === method) {
    const request = authenticate(client, message, method);
    if (request) answer(client, request);
  }
}

function peerOf(message: StunMessage): Ipv4Address | null {
  const value = message.attributes.get(ATTRIBUTE.peerAddress)?.value;
  return value ? readAddress(value) : null;
}

function clientAddress({ socket }: TurnClient): Buffer {
  const address = (socket.remoteAddress ?? '').replace('::ffff:', '');
  return writeAddress({ address: /^\d+\.\d+\.\d+\.\d+$/.test(address) ? address : '0.0.0.0', port: socket.remotePort ?? 0 });
}

/** Long-term credentials (RFC 8489 §9.2): a first request without them is answered with realm and nonce. */
function authenticate(client: TurnClient, message: StunMessage, method: number): TurnRequest | null {
  const text = (type: number): string => message.attributes.get(type)?.value.toString() ?? '';
  const challenge = [attribute(ATTRIBUTE.realm, Buffer.from(REALM)), attribute(ATTRIBUTE.nonce, client.nonce)];
  const username = text(ATTRIBUTE.username);
  const password = client.relay.passwordFor(username);
  const key = createHash('md5')
    .update(`${username}:${REALM}:${password ?? ''}`)
    .digest();
  if (password === null || !hasIntegrity(message, key)) {
    fail(client, message, { code: 401, extra: challenge });
    return null;
  }
  if (text(ATTRIBUTE.nonce) !== client.nonce.toString()) {
    fail(client, message, { code: 438, extra: challenge });
    return null;
  }
  // An allocation belongs to the one who made it (RFC 8656 §5).
  if (client.allocation && client.allocation.username !== username) {
    fail(client, message, { code: 441 });
    return null;
  }
  return { message, method, key, username };
}

function answer(client: TurnClient, request: TurnRequest): void {
  const { message, method } = request;
  if (method === METHOD.allocate) allocate(client, request);
  else if (!client.allocation) fail(client, message, { code: 437 });
  else if (method === METHOD.refresh) refresh(client, request);
  else if (method === METHOD.permit) permit(client, request);
  else if (method === METHOD.bind) bindChannel(client, client.allocation, request);
  else fail(client, message, { code: 400 });
}

/** Why an allocation cannot be made (RFC 8656 §7.2), or 0. */
function allocationRefusal(client: TurnClient, message: StunMessage): number {
  const transport = message.attributes.get(ATTRIBUTE.transport)?.value;
  const family = message.attributes.get(ATTRIBUTE.addressFamily)?.value;
  if (client.allocation) return 437;
  if (transport?.length !== 4 || transport.readUInt8(0) !== UDP) return 442;
  return family?.length === 4 && family.readUInt8(0) !== IPV4 ? 440 : 0;
}

function allocate(client: TurnClient, request: TurnRequest): void {
  const refusal = allocationRefusal(client, request.message);
  const giveBack = refusal === 0 ? client.relay.takePlace(request.username) : null;
  if (!giveBack) {
    fail(client, request.message, { code: refusal === 0 ? 486 : refusal });
    return;
  }
  const datagrams = createSocket('udp4');
  const allocation: TurnAllocation = {
    username: request.username,
    datagrams,
    giveBack,
    peers: new Map(),
    channels: new Map(),
    channelOf: new Map(),
  };
  client.allocation = allocation;
  datagrams.on('error', () => client.socket.destroy());
  datagrams.on('message', (data, from) => sendToClient(client, allocation, { data, from }));
  datagrams.bind(0, client.relay.bindAddress, () => {
    if (client.allocation !== allocation) return;
    const relayed = { address: client.relay.relayAddress(client.socket), port: datagrams.address().port };
    succeed(client, request, [
      attribute(ATTRIBUTE.relayedAddress, writeAddress(relayed)),
      lifetime(LIFETIME_S),
      attribute(ATTRIBUTE.mappedAddress, clientAddress(client)),
    ]);
  });
}

function lifetime(seconds: number): Buffer {
  const value = Buffer.alloc(4);
  value.writeUInt32BE(seconds, 0);
  return attribute(ATTRIBUTE.lifetime, value);
}

function refresh(client: TurnClient, request: TurnRequest): void {
  const wanted = request.message.attributes.get(ATTRIBUTE.lifetime)?.value;
  const ends = wanted?.length === 4 && wanted.readUInt32BE(0) === 0;
  succeed(client, request, [lifetime(ends ? 0 : LIFETIME_S)]);
  if (ends) client.socket.end();
}

function permit(client: TurnClient, request: TurnRequest): void {
  const peer = peerOf(request.message);
  // The port is checked when something is sent: permissions are given per address (RFC 8656 §9).
  if (!peer) fail(client, request.message, { code: 400 });
  else succeed(client, request, []);
}

function bindChannel(client: TurnClient, allocation: TurnAllocation, request: TurnRequest): void {
  const peer = peerOf(request.message);
  const value = request.message.attributes.get(ATTRIBUTE.channelNumber)?.value;
  const channel = value?.length === 4 ? value.readUInt16BE(0) : 0;
  if (!peer || channel < 0x4000 || channel > 0x4fff || allocation.channels.size >= CHANNELS) {
    fail(client, request.message, { code: 400 });
    return;
  }
  if (!client.relay.engineAt(peer)) {
    fail(client, request.message, { code: 403 });
    return;
  }
  allocation.channels.set(channel, peer);
  allocation.channelOf.set(nameOf(peer), channel);
  succeed(client, request, []);
}

function sendToEngine(client: TurnClient, peer: Ipv4Address | undefined, data: Buffer): void {
  const { allocation, relay } = client;
  const engine = peer ? relay.engineAt(peer) : null;
  if (!allocation || !peer || !engine) return;
  allocation.peers.set(nameOf(engine), peer);
  allocation.datagrams.send(repairTieBreaker(data, relay.passwordOf), engine.port, engine.address);
}

function sendToClient(client: TurnClient, allocation: TurnAllocation, { data, from }: { data: Buffer; from: Ipv4Address }): void {
  const peer = allocation.peers.get(nameOf(from));
  // Only what answers our own sends is passed on; nobody else may write into the connection.
  if (!peer || client.socket.writableLength > WAITING_BYTES) return;
  const channel = allocation.channelOf.get(nameOf(peer));
  if (channel === undefined) {
    const head = { type: METHOD.data | INDICATION, transaction: randomBytes(12) };
    client.socket.write(buildStun(head, [attribute(ATTRIBUTE.peerAddress, writeAddress(peer)), attribute(ATTRIBUTE.data, data)]));
    return;
  }
  const frame = Buffer.alloc(4 + padded(data.length));
  frame.writeUInt16BE(channel, 0);
  frame.writeUInt16BE(data.length, 2);
  data.copy(frame, 4);
  client.socket.write(frame);
}

function succeed(
  client: TurnClient,
  request: Pick<TurnRequest, 'message' | 'method'> & { key?: Buffer },
  attributes: readonly Buffer[],
): void {
  client.socket.write(
    buildStun({ type: request.method | SUCCESS, transaction: request.message.transaction }, attributes, request.key),
  );
}

function fail(client: TurnClient, message: StunMessage, failure: { code: number; extra?: readonly Buffer[] }): void {
  const code = Buffer.from([0, 0, Math.floor(failure.code / 100), failure.code % 100]);
  const head = { type: (message.type & 0x000f) | FAILURE, transaction: message.transaction };
  client.socket.write(buildStun(head, [attribute(ATTRIBUTE.errorCode, code), ...(failure.extra ?? [])]));
}
