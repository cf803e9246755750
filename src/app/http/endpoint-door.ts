/**
 * The customers' endpoint on the wire: `/e/KEY/bigbluebutton/api/…`, and `/bigbluebutton/api/…` on a host name of a customer's own.
 * Before everything else, because a checksum covers the query byte for byte, and because most requests come here.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type BbbResponse, failed } from '@atrium/bbb/answers';
import { failure } from '@atrium/bbb/failure';
import type { Ctx } from '#kit/server/ctx.ts';
import type { DbScope } from '#kit/server/db/db.ts';
import { negotiateLocale } from '#kit/ui/text/locale.ts';
import { openMeetingCalls } from '#connect/endpoint/server/calls/meeting-calls.service.ts';
import { openCallRate } from '#connect/endpoint/server/call-rate.service.ts';
import { otherCalls } from '#connect/endpoint/server/calls/other-calls.service.ts';
import { type DoorAddress, openDoorCache } from '#connect/endpoint/server/door-cache.service.ts';
import { answerCall, type DoorParts, type DoorRequest, isSigned, troubleAnswer } from '#connect/endpoint/server/door.service.ts';
import { openCallLog } from '#connect/endpoint/server/endpoint-log.service.ts';
import { isInRanges, parseRange, type AddressRange } from '#kit/ranges.ts';
import { contextOf, type AppParts } from '#app/context.ts';
import { hasBody, openBodyReader } from '#kit/server/http/body-reader.ts';

export type EndpointDoor = {
  /** Answers what is meant for an endpoint; false when it is not. */
  request(request: IncomingMessage, response: ServerResponse): boolean;
  /** Answers a request whose head was too long to be read, if it was meant for an endpoint. */
  tooLong(head: Buffer, socket: Socket): boolean;
  /** Writes what waits for the log. */
  close(): Promise<void>;
};

const megabyte = 1024 * 1024;
/** Documents come inside these; the others carry form fields. */
const bigBodies = /^[^?]*\/(create|insertDocument|putRecordingTextTrack)\/?(\?|$)/;
/** Of all bodies together, in this process. */
const bodiesInFlight = 256 * megabyte;

/** Bytes. The higher limit is only for calls that the checksum of their query proves to come from a customer's program. */
async function bodyLimit(door: DoorParts, request: IncomingMessage, at: EndpointTarget): Promise<number> {
  const mayBeBig = hasBody(request) && bigBodies.test(at.target);
  return mayBeBig && (await isSigned(door, { ...at, method: request.method ?? 'GET' })) ? 20 * megabyte : megabyte;
}

const tooLongAnswer = failed(failure('sizeError', 'The request is too long.'));
const bodyTooLong = (limit: number) =>
  failed(failure('sizeError', `The body of the request is longer than the ${limit / megabyte} MiB that are taken.`));

/** Milliseconds. */
const drainFor = 5_000;

type EndpointTarget = { to: DoorAddress; target: string };

function targetOf(request: IncomingMessage, ownHost: string): EndpointTarget | null {
  const url = request.url ?? '';
  const [, key, rest] = /^\/e\/([A-Za-z0-9_-]{1,64})(\/.*)$/s.exec(url) ?? [];
  if (key !== undefined && rest !== undefined) return { to: { key }, target: rest };
  if (!url.startsWith('/bigbluebutton')) return null;
  const host = (request.headers.host ?? '').toLowerCase().replace(/:\d+$/, '');
  return host === '' || host === ownHost ? null : { to: { host }, target: url };
}

/** Names that Fastify knows for networks; the rest are addresses and CIDR ranges. */
const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
/** The proxies of the configuration as ranges. */
export const rangesOf = (proxies: readonly string[]): AddressRange[] =>
  proxies.flatMap((one) => named[one] ?? [one]).flatMap((text) => parseRange(text) ?? []);

const plain = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.)/, '');

/** The nearest address that is no proxy of ours: what stands further left in the header anybody can write. */
export function addressOf(request: Pick<IncomingMessage, 'headers'>, peer: string, trusted: readonly AddressRange[]): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map(plain)
    .filter((one) => one !== '');
  let address = plain(peer);
  while (isInRanges(address, trusted)) {
    const next = forwarded.pop();
    if (next === undefined) return address;
    address = next;
  }
  return address;
}

type SendResponse = (response: ServerResponse, answer: BbbResponse, connection: 'keep' | 'close') => void;

/** Characters; a shorter body is written together with its head. */
const short = 8_192;

/** Long answers may be shared by many callers, so their bytes are made once. `close`: the rest of a body that was not read would be taken for the next request. */
function openSender(): SendResponse {
  const written = new WeakMap<BbbResponse, Buffer>();
  const bytesOf = (answer: BbbResponse): Buffer => {
    const known = written.get(answer) ?? Buffer.from(answer.body, 'utf8');
    written.set(answer, known);
    return known;
  };
  return (response, answer, connection) => {
    const body = answer.body.length > short ? bytesOf(answer) : answer.body;
    const length = Buffer.byteLength(body, 'utf8');
    const last = connection === 'close' ? { connection: 'close' } : {};
    response.writeHead(answer.status, { ...answer.headers, 'content-length': length, ...last });
    response.end(body, typeof body === 'string' && length === body.length ? 'latin1' : 'utf8');
  };
}

const nothingHere: BbbResponse = { status: 404, headers: { 'content-type': 'text/plain;charset=utf-8' }, body: 'Not found\n' };

/** The host name of our own pages; their address is known when the first request comes. */
function openOwnHost(parts: AppParts): () => string {
  let known = { of: '', host: 'localhost' };
  return () => {
    const of = parts.config.publicUrl ?? '';
    if (of !== known.of) known = { of, host: of === '' ? 'localhost' : new URL(of).hostname };
    return known.host;
  };
}

/** Accounts whose eyes are kept ready. */
const mostEyes = 10_000;

/** The context of a call: nobody's, with the eyes of that account. */
function openContexts(parts: AppParts, system: Ctx): DoorParts['ctxFor'] {
  const eyes = new Map<string, DbScope>();
  const eyesOf = (accountId: string): DbScope => {
    const known = eyes.get(accountId);
    if (known !== undefined) return known;
    if (eyes.size >= mostEyes) eyes.clear();
    const db = parts.databases.as({ account: accountId, user: null });
    eyes.set(accountId, db);
    return db;
  };
  return (accountId, { address, agent, languages }) => ({
    ...system,
    actor: { kind: 'nobody' },
    db: eyesOf(accountId),
    locale: languages === '' ? system.locale : negotiateLocale({ cookie: undefined, acceptLanguage: languages }),
    caller: { address, agent },
  });
}

/** Opens the door of this process. */
export function openEndpointDoor(parts: AppParts): EndpointDoor {
  const system = contextOf(parts, { kind: 'system' });
  const trusted = rangesOf(parts.config.trustedProxies);
  const send = openSender();
  const log = openCallLog({ system: parts.databases.system, log: parts.log });
  const cache = openDoorCache(system);
  const bodies = openBodyReader(bodiesInFlight);
  const ownHost = openOwnHost(parts);
  const door: DoorParts = {
    cache,
    rate: openCallRate(parts.now),
    handlers: { ...otherCalls, ...openMeetingCalls(parts.now) },
    logCall: log.logCall,
    ctx: system,
    ctxFor: openContexts(parts, system),
  };
  const answer = async (request: IncomingMessage, response: ServerResponse, at: EndpointTarget): Promise<void> => {
    const limit = await bodyLimit(door, request, at);
    const body = await bodies.read(request, limit);
    if (body === 'gone') return void response.destroy();
    if (body === 'too long') return send(response, bodyTooLong(limit), 'close');
    const text = (name: 'accept' | 'accept-language' | 'content-type' | 'user-agent') => String(request.headers[name] ?? '');
    const asked: DoorRequest = {
      ...at,
      method: request.method ?? 'GET',
      contentType: text('content-type'),
      body: body.bytes,
      address: addressOf(request, request.socket.remoteAddress ?? '', trusted),
      agent: text('user-agent'),
      accept: text('accept'),
      languages: text('accept-language'),
    };
    const given = await answerCall(door, asked).finally(body.release);
    if (given === null) return send(response, nothingHere, 'keep');
    send(response, request.method === 'HEAD' ? { ...given, body: '' } : given, 'keep');
  };
  return {
    request: (request, response) => {
      const at = targetOf(request, ownHost());
      if (at === null) return false;
      answer(request, response, at).catch((error: unknown) => {
        parts.log.error({ error }, 'a request at the endpoint failed');
        if (response.headersSent) response.destroy();
        else send(response, troubleAnswer(error), 'close');
      });
      return true;
    },
    tooLong: (head, socket) => {
      // of a head in several packets only the last one is shown; nobody but programs of customers sends such long ones
      const start = head.toString('latin1', 0, 200);
      if (/^[A-Z]{3,7} \//.test(start) && !/^[A-Z]{3,7} \/(e\/[A-Za-z0-9_-]+\/)?bigbluebutton\//.test(start)) return false;
      const { body, headers } = tooLongAnswer;
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      // the rest is read and dropped: a connection that is closed on a sender loses the answer too
      socket.on('data', () => undefined).resume();
      setTimeout(() => socket.destroy(), drainFor).unref();
      socket.end(
        `HTTP/1.1 200 OK\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
      );
      return true;
    },
    close: async () => {
      cache.close();
      await log.close();
    },
  };
}

/** Heads beyond `maxHeaderSize` are refused before they are read; programs of customers get that in their own words. */
export function onTooLong(door: Server, answer: (head: Buffer, socket: Socket) => boolean): void {
  door.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Socket) => {
    if (error.code === 'HPE_HEADER_OVERFLOW' && socket.writable && answer(error.rawPacket ?? Buffer.alloc(0), socket)) return;
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n\r\n`);
  });
}
