/** What the stand-in remembers, and how it shows it. */
import { blanks } from './blanks.ts';

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export type Thing = { id: string; object: string; created: number; [name: string]: Json };

/** An answer that is an error, in the provider's shape. */
export class CardError extends Error {
  readonly status: number;
  readonly error: Record<string, Json>;
  constructor(status: number, error: Record<string, Json>) {
    super(String(error['message'] ?? error['code'] ?? 'error'));
    this.status = status;
    this.error = error;
  }
}
export const invalid = (message: string, more: Record<string, Json> = {}): CardError =>
  new CardError(400, { type: 'invalid_request_error', message, ...more });
const missing = (id: string): CardError =>
  new CardError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such object: '${id}'`,
    param: 'id',
  });

export type Store = {
  things: Map<string, Thing>;
  /** Epoch ms. */
  clock: () => number;
  /** Where it listens. */
  origin: () => string;
  make(prefix: string, object: string, fields: Record<string, Json>): Thing;
  get(id: string, object: string): Thing;
  change(thing: Thing, fields: Record<string, Json>): Thing;
  emit(type: string, thing: Thing): void;
};

type Wiring = Pick<Store, 'clock' | 'origin'> & { onEvent: (event: Thing) => void };

export function storeOf({ clock, origin, onEvent }: Wiring): Store {
  const things = new Map<string, Thing>();
  let count = 0;
  const make = (prefix: string, object: string, fields: Record<string, Json>): Thing => {
    count += 1;
    const id = `${prefix}_${String(count).padStart(8, '0')}`;
    const blank = structuredClone(blanks[object] ?? {});
    const thing: Thing = { ...blank, id, object, created: Math.floor(clock() / 1000), ...fields };
    things.set(id, thing);
    return thing;
  };
  return {
    things,
    clock,
    origin,
    make,
    get(id, object) {
      const thing = things.get(id);
      if (thing === undefined || thing.object !== object) throw missing(id);
      return thing;
    },
    change: (thing, fields) => Object.assign(thing, fields),
    emit(type, thing) {
      const fields = {
        api_version: '2026-10-28.endive',
        type,
        // what is kept for ourselves does not leave
        data: { object: structuredClone(visible(thing)) },
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
      };
      onEvent(make('evt', 'event', fields));
    },
  };
}

function visible(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(visible);
  const entries = Object.entries(value).filter(([name]) => !name.startsWith('_'));
  return Object.fromEntries(entries.map(([name, one]) => [name, visible(one)]));
}

export const textOf = (thing: Thing, name: string): string | null => {
  const value = thing[name];
  return typeof value === 'string' ? value : null;
};

/** A copy with what the caller wants to see in full: `payment_intent.payment_method`. What is kept for ourselves (`_…`) does not show. */
export function shown(store: Store, thing: Json, expand: readonly string[]): Json {
  if (typeof thing !== 'object' || thing === null) return thing;
  if (Array.isArray(thing)) return thing.map((one) => shown(store, one, expand));
  const entries = Object.entries(thing).filter(([name]) => !name.startsWith('_'));
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const below = expand.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));
      const wanted = expand.some((path) => path === name || path.startsWith(`${name}.`));
      const full = wanted && typeof value === 'string' ? (store.things.get(value) ?? value) : value;
      return [name, shown(store, full, below)];
    }),
  );
}

type ListAsked = { object: string; url: string; keep: (thing: Thing) => boolean; limit: number; after: string | null };
/** Newest first, a page at a time. */
export function listed(store: Store, { object, url, keep, limit, after }: ListAsked): Json {
  const all = [...store.things.values()].filter((thing) => thing.object === object && keep(thing)).reverse();
  const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
  return { object: 'list', url, has_more: all.length > from + limit, data: all.slice(from, from + limit) };
}
