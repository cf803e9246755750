/** Customers with an endpoint on a running door, and a client that signs like theirs. */
import http from 'node:http';
import { type ChecksumHash, signQuery } from '@atrium/bbb/checksum';
import { writeQuery } from '@atrium/bbb/query';
import { readXml, type XmlNode } from '@atrium/bbb/xml';
import { onTestFinished } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import { type EndpointDoor, onTooLong, openEndpointDoor } from '#app/http/endpoint-door.ts';
import { type World, worldForThisTest } from '#app/proof/testing.ts';
import type { Entitlements } from '#core/accounts/accounts.rules.ts';
import { buildPerson, buildServer } from '#meet/meetings/server/meet.factory.ts';
import { addServer, report } from '#meet/servers/server/servers.service.ts';
import { type FakeBbb, startFakeBbb } from '../../../../e2e/fake-bbb/fake-bbb.ts';
import { newestSecret } from '#connect/endpoint/server/secrets.service.ts';

export type EndpointReply = { status: number; type: string; location: string | null; text: string };
export type Wish = {
  hash?: ChecksumHash;
  body?: string;
  contentType?: string;
  method?: string;
  headers?: Record<string, string>;
};
export type Customer = {
  owner: UserActor;
  key: string;
  secret: string;
  /** `http://127.0.0.1:PORT/e/KEY/bigbluebutton/api/`. */
  base: string;
  /** A signed call with these parameters, or with this raw query. */
  call(name: string, params?: Record<string, string> | string, wish?: Wish): Promise<EndpointReply>;
};
export type Street = { world: World; door: EndpointDoor; origin: string; port: number };

/** One request over a real connection; `target` goes out byte for byte. */
export function rawRequest(port: number, target: string, wish: Wish = {}): Promise<EndpointReply> {
  return new Promise((resolve, reject) => {
    const headers = { ...(wish.contentType === undefined ? {} : { 'content-type': wish.contentType }), ...wish.headers };
    const method = wish.method ?? (wish.body === undefined ? 'GET' : 'POST');
    const request = http.request({ host: '127.0.0.1', port, path: target, method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          location: response.headers.location ?? null,
          text,
        }),
      );
    });
    request.on('error', reject);
    request.end(wish.body);
  });
}

/** A door on a free port; everything ends with the test. */
export async function buildStreet(given?: World): Promise<Street> {
  const world = given ?? (await worldForThisTest());
  const door = openEndpointDoor(world.parts);
  const server = http.createServer({ maxHeaderSize: 128 * 1024 }, (request, response) => {
    if (!door.request(request, response)) response.writeHead(404).end();
  });
  onTooLong(server, door.tooLong);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    await door.close();
  });
  return { world, door, origin: `http://127.0.0.1:${port}`, port };
}

/** A customer whose account may hold this. */
export async function buildCustomer(street: Street, entitlements: Partial<Entitlements> = {}): Promise<Customer> {
  const owner = await buildPerson(street.world, { entitlements });
  const { endpoint, secret } = await newestSecret(street.world.ctx(), owner.accountId);
  const prefix = `/e/${endpoint.key}/bigbluebutton/api/`;
  return {
    owner,
    key: endpoint.key,
    secret,
    base: `${street.origin}${prefix}`,
    call: (name, params = {}, wish = {}) => {
      const query = typeof params === 'string' ? params : writeQuery(Object.entries(params));
      const signed = signQuery({ call: name, query, secret, hash: wish.hash ?? 'sha256' });
      return rawRequest(street.port, `${prefix}${name}?${signed}`, wish);
    },
  };
}

/** A street with one server in the pool and one customer. */
export async function buildShop(entitlements: Partial<Entitlements> = {}) {
  const street = await buildStreet();
  const { fake, server } = await buildServer(street.world);
  const customer = await buildCustomer(street, entitlements);
  return { ...street, fake, server, customer };
}

/** A scriptable server in the pool: it dies, is slow, answers nonsense, and takes long heads and bodies as real ones do. */
export async function buildQuirky(street: Street, wish: { name?: string; directJoin?: 'yes' | 'no' } = {}) {
  return joinPool(street, await startFakeBbb(), wish);
}

/** Puts a scriptable server into the pool. */
export async function joinPool(street: Street, fake: FakeBbb, wish: { name?: string; directJoin?: 'yes' | 'no' } = {}) {
  onTestFinished(() => fake.stop());
  const ctx = street.world.ctx();
  const server = await addServer(ctx, {
    name: wish.name ?? 'quirky',
    kind: 'engine',
    url: fake.url,
    secret: fake.secret,
    directJoin: wish.directJoin === 'yes',
  });
  const answered = { meetings: 0, people: 0, voices: 0, videos: 0, answerMs: 1, clockSkewMs: 0, version: null };
  await report(ctx, { serverId: server.id, answered });
  return { fake, server };
}

export const rootOf = (said: Pick<EndpointReply, 'text'>): XmlNode => readXml(said.text);
/** Text of the first element of that name below the root. */
export const textIn = (said: Pick<EndpointReply, 'text'>, name: string): string =>
  rootOf(said).children.find((one) => one.name === name)?.text ?? '';
export const keyOf = (said: Pick<EndpointReply, 'text'>): string => textIn(said, 'messageKey');
