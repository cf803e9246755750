/**
 * Calls: one object describes a call for the server, the in-process client of server rendering, the HTTP client of the
 * browser, forms and the API reference. Schemas are zod (mini in contracts, so that the browser's share stays small).
 */
import type * as z from 'zod/mini';

type AnySchema = z.ZodMiniType;
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: `all` everybody; `guest` everybody, and a session is ignored; `user` anyone signed in;
 * otherwise the name of the permission that the actor's scope must hold (the service decides on the single thing).
 */
export type CallAccess = 'all' | 'guest' | 'user' | (string & {});

export type Call<
  P extends AnySchema | undefined = AnySchema | undefined,
  Q extends AnySchema | undefined = AnySchema | undefined,
  B extends AnySchema | undefined = AnySchema | undefined,
  R extends AnySchema = AnySchema,
> = {
  method: HttpMethod;
  /** `/api/rooms/{id}` */
  path: string;
  /** One sentence for the API reference. */
  summary: string;
  access: CallAccess;
  params?: P;
  query?: Q;
  body?: B;
  /** `form`: the body is application/x-www-form-urlencoded. */
  bodyType?: 'json' | 'form';
  /** What becomes of fields of the body that its schema does not name: a refusal that names them, unless the call drops them. */
  furtherFields?: 'dropped';
  result: R;
  /** Expected failures beside the common ones: code → HTTP status. */
  failures?: Readonly<Record<string, number>>;
  /** A call that will be removed: when it was announced, and the day from which it may be gone (YYYY-MM-DD; `docs/api.md`). */
  deprecated?: { since: string; sunset: string };
  /** Answers are never kept for a repeat with the same `Idempotency-Key`: they hold secrets, or each asks for a proof. */
  neverKept?: 'neverKept';
  /** Largest body in bytes; default 100 kB, 32 kB where anybody may call. */
  bodyLimit?: number;
};

/** Whether it can be made without a session. */
export const isOpenCall = ({ access }: Pick<Call, 'access'>): boolean => access === 'all' || access === 'guest';

/** What the browser needs to send a call; the build leaves only this of a contract in its code. */
export type SentCall = Pick<Call, 'method' | 'path' | 'access' | 'bodyType'>;

/** Declares a call; only there for the types. */
export function call<
  R extends AnySchema,
  P extends AnySchema | undefined = undefined,
  Q extends AnySchema | undefined = undefined,
  B extends AnySchema | undefined = undefined,
>(definition: Call<P, Q, B, R>): Call<P, Q, B, R> {
  return definition;
}

type SchemaInput<S> = S extends AnySchema ? z.input<S> : undefined;
type SchemaOutput<S> = S extends AnySchema ? z.output<S> : undefined;
type InputPart<K extends string, T> = [T] extends [undefined]
  ? unknown
  : Partial<T> extends T
    ? { [k in K]?: T }
    : { [k in K]: T };

/** What a caller passes: only the parts that the call has. */
export type Input<D> =
  D extends Call<infer P, infer Q, infer B>
    ? InputPart<'params', SchemaInput<P>> & InputPart<'query', SchemaInput<Q>> & InputPart<'body', SchemaInput<B>>
    : never;
/** What a handler gets, parsed. */
export type Parsed<D> =
  D extends Call<infer P, infer Q, infer B> ? { params: SchemaOutput<P>; query: SchemaOutput<Q>; body: SchemaOutput<B> } : never;
export type Result<D> = D extends { result: infer R extends AnySchema } ? z.output<R> : never;
export type ResultIn<D> = D extends { result: infer R extends AnySchema } ? z.input<R> : never;

export type CallGroup = Record<string, Call>;
export type Contract = Record<string, CallGroup>;

/** The typed client of a contract: `api.rooms.list({ query })`. */
export type Client<C extends Contract> = {
  [G in keyof C]: {
    [K in keyof C[G]]: (
      ...input: Partial<Input<C[G][K]>> extends Input<C[G][K]> ? [input?: Input<C[G][K]>] : [input: Input<C[G][K]>]
    ) => Promise<Result<C[G][K]>>;
  };
};

/** Handlers of one group; `X` is the context that the server gives. */
export type Handlers<D extends CallGroup, X> = {
  [K in keyof D]: (ctx: X, input: Parsed<D[K]>) => Promise<ResultIn<D[K]>> | ResultIn<D[K]>;
};

/** The path with its parameters filled in. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> | undefined): string {
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(params?.[name] ?? '')));
}
