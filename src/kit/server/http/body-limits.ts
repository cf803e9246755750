/** How much of what strangers send is read: of one body, of all open ones together, and how much a JSON text may hold. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Call, isOpenCall } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';

/** Bytes, where the call says nothing. Anybody may send the second one: the caller of an open call is known to nobody. */
const limits = { signedIn: 100_000, anybody: 32_000 } as const;

/** `proven`: calls whose address proves the sender before the body is read. */
export function bodyLimitOf(name: string, call: Call, proven: Readonly<Record<string, unknown>>): number {
  if (!isOpenCall(call) || name in proven) return call.bodyLimit ?? limits.signedIn;
  const limit = call.bodyLimit ?? limits.anybody;
  if (limit > limits.anybody) throw new Error(`${name} takes ${limit} bytes from anybody: its sender must be proven first`);
  return limit;
}

export type BodyBudget = {
  /** Counts a body as open until it is released; says what is full when it may not be. */
  hold(address: string, bytes: number): 'held' | 'address' | 'all';
  release(address: string, bytes: number): void;
};

/** In bytes. `perAddress` is far above what the people behind one address send at once. */
export function openBodyBudget(most = { perAddress: 48_000_000, inAll: 256_000_000 }): BodyBudget {
  const held = new Map<string, number>();
  let all = 0;
  return {
    hold: (address, bytes) => {
      const own = (held.get(address) ?? 0) + bytes;
      if (own > most.perAddress) return 'address';
      if (all + bytes > most.inAll) return 'all';
      held.set(address, own);
      all += bytes;
      return 'held';
    },
    release: (address, bytes) => {
      const left = (held.get(address) ?? 0) - bytes;
      if (left > 0) held.set(address, left);
      else held.delete(address);
      all -= bytes;
    },
  };
}

/** Holds the announced length, or the whole limit where none is announced, until the answer was sent or the connection is gone. */
export function holdBody(budget: BodyBudget, limit: number, at: { request: FastifyRequest; reply: FastifyReply }): void {
  const { request, reply } = at;
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (length === undefined && encoding === undefined) return;
  const { ip } = request;
  const bytes = Math.min(Number(length ?? limit), limit);
  // signing in must not wait for the uploads of others behind the same address
  if (bytes <= limits.anybody) return;
  const full = budget.hold(ip, bytes);
  if (full === 'address') throw new Failure('too_many_requests', { data: { seconds: 1 } });
  if (full === 'all') throw new Failure('unavailable');
  let isHeld = true;
  const release = () => {
    if (isHeld) budget.release(ip, bytes);
    isHeld = false;
  };
  reply.raw.once('finish', release).once('close', release);
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const opening: ReadonlySet<number | undefined> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number | undefined> = new Set([0x5d, 0x7d]);

/** Whether a JSON text holds more values, or nests deeper, than any call needs. Costs a fraction of parsing it. */
export function isCrowdedJson(json: Uint8Array, most = { depth: 64, values: 200_000 }): boolean {
  let [depth, values, inText] = [0, 0, false];
  for (let at = 0; at < json.length; at += 1) {
    const code = json[at];
    if (code === quote) inText = !inText;
    else if (inText) at += code === backslash ? 1 : 0;
    else if (code === comma) values += 1;
    else if (opening.has(code)) {
      depth += 1;
      values += 1;
    } else if (closing.has(code)) depth -= 1;
    if (depth > most.depth || values > most.values) return true;
  }
  return false;
}

/** Bodies in JSON are looked at before they are parsed. */
export function takeJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    if (isCrowdedJson(bytes)) return done(new Failure('invalid_input', { fields: { body: 'too_deep' } }));
    return void parse(request, bytes.toString('utf8'), done);
  });
}

/** The first of the wrong fields, with names that are cut: an answer never grows with what was sent. */
export function fewFields(fields: Iterable<readonly [string, string]>, most = 20): Record<string, string> {
  const few: Record<string, string> = {};
  let count = 0;
  for (const [path, code] of fields) {
    if (count >= most) break;
    few[path.slice(0, 120)] ??= code.slice(0, 120);
    count += 1;
  }
  return few;
}
