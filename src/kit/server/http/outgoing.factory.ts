/** Refuses every connection that leaves this machine, and every name that is looked up, and remembers each attempt: for tests of what needs no network. */
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

export type Outgoing = {
  /** What was tried, as `198.51.100.7:443` or `name example.org`. */
  attempts: string[];
  /** Lets everything out again. */
  restore(): void;
};

const isHere = (host: string): boolean =>
  host === '' || host === 'localhost' || host === '::1' || host === '0.0.0.0' || /^(::ffff:)?127\./.test(host);

type Target = { host: string; port: string };
/** What a socket is asked to connect to, in the forms that Node takes; null for a path on this machine. */
function targetOf([first, second]: readonly unknown[]): Target | null {
  // connect() hands its arguments on as a list
  if (Array.isArray(first)) return targetOf(first);
  if (typeof first === 'object' && first !== null) {
    if ('path' in first && typeof first.path === 'string') return null;
    const host = 'host' in first && typeof first.host === 'string' ? first.host : '';
    return { host, port: 'port' in first ? String(first.port) : '' };
  }
  if (typeof first === 'string' && !/^\d+$/.test(first)) return null;
  return { host: typeof second === 'string' ? second : '', port: String(first) };
}

/** A resolver that was pointed at a name server of this machine. */
const asksHere = (resolver: unknown): boolean =>
  (resolver instanceof dns.Resolver || resolver instanceof dns.promises.Resolver) &&
  resolver.getServers().every((one) => isHere(one.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')));

const refusal = (what: string) => Object.assign(new Error(`refused: ${what}`), { code: 'ENETUNREACH' });
type Callable = (...given: unknown[]) => unknown;
type PatchTarget = { on: object; name: string };
type Patched = PatchTarget & { was: unknown };

/** Puts something in the place of a method, and remembers what was there. */
function replace(patched: Patched[], { on, name }: PatchTarget, make: (was: Callable) => Callable): void {
  const was: unknown = Reflect.get(on, name);
  if (typeof was !== 'function') return;
  patched.push({ on, name, was });
  Reflect.set(
    on,
    name,
    make(function (this: unknown, ...given) {
      return Reflect.apply(was, this, given);
    }),
  );
}

/** From now on nothing leaves, in this process, until `restore`. */
export function watchOutgoing(): Outgoing {
  const attempts: string[] = [];
  const patched: Patched[] = [];
  replace(
    patched,
    { on: net.Socket.prototype, name: 'connect' },
    (was) =>
      function (this: unknown, ...given: unknown[]) {
        const target = targetOf(given);
        if (target === null || isHere(target.host)) return Reflect.apply(was, this, given);
        const what = `${target.host}:${target.port}`;
        attempts.push(what);
        // the caller listens for errors only after the call
        if (this instanceof net.Socket) setImmediate(() => this.destroy(refusal(what)));
        return this;
      },
  );
  const names = ['lookup', 'resolve', 'resolve4', 'resolve6', 'resolveMx', 'resolveTxt', 'resolveCname', 'resolveSrv', 'reverse'];
  const closed =
    (end: (what: string, given: readonly unknown[]) => unknown) =>
    (was: Callable): Callable =>
      function (this: unknown, ...given: unknown[]) {
        const [name] = given;
        if (typeof name !== 'string' || isHere(name) || net.isIP(name) !== 0 || asksHere(this))
          return Reflect.apply(was, this, given);
        attempts.push(`name ${name}`);
        return end(`name ${name}`, given);
      };
  const called = closed((what, given) => {
    const back = given.at(-1);
    if (typeof back === 'function') queueMicrotask(() => Reflect.apply(back, null, [refusal(what)]));
  });
  const promised = closed((what) => Promise.reject(refusal(what)));
  for (const name of names) {
    for (const on of [dns, dns.Resolver.prototype]) replace(patched, { on, name }, called);
    for (const on of [dns.promises, dns.promises.Resolver.prototype]) replace(patched, { on, name }, promised);
  }
  replace(
    patched,
    { on: dgram.Socket.prototype, name: 'send' },
    (was) =>
      function (this: unknown, ...given: unknown[]) {
        const host = given.findLast((one) => typeof one === 'string');
        if (typeof host !== 'string' || isHere(host)) return Reflect.apply(was, this, given);
        attempts.push(`datagram ${host}`);
        return undefined;
      },
  );
  syncBuiltinESMExports();
  return {
    attempts,
    restore() {
      for (const { on, name, was } of patched.reverse()) Reflect.set(on, name, was);
      syncBuiltinESMExports();
    },
  };
}
