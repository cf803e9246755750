import { type CallName, type CallRule, callRules, type ExtraName, extraRules, isCallName, isExtraName } from '#calls.ts';
import { type ChecksumHash, checksumMatches } from '#checksum.ts';
import { type CallFailure, failures } from '#failure.ts';
import { type FilePart, readMultipart } from '#multipart.ts';
import { mergeParams, type QueryParams, paramsOf, parseQuery, rawPathOf, rawQueryOf } from '#query.ts';

/** A request as it came in. `url` is the raw request target (Node: `request.url`), never a parsed and printed URL. */
export type RawRequest = {
  method: string;
  url: string;
  contentType?: string | undefined;
  body?: Uint8Array | string | undefined;
};

/** What the body turned out to be. `unsupported` bodies are refused by `verify` once the checksum is right. */
export type CallBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'form'; readonly params: QueryParams; readonly files: readonly FilePart[] }
  | { readonly kind: 'xml'; readonly text: string }
  | { readonly kind: 'unsupported' };

/** A request taken apart but not yet trusted: nothing in it may be acted on before `verify` has passed it. */
export type IncomingCall = {
  readonly method: string;
  /** The name after `/api/`, `''` for the root; may be a name that no call has. */
  readonly name: string;
  readonly rawQuery: string;
  readonly query: QueryParams;
  readonly body: CallBody;
  /** Query first, then form body: the first value of a name wins. */
  readonly params: QueryParams;
  readonly contentType: string;
};

/** A call that exists, made in an allowed way, with a checksum that fits. */
export type VerifiedCall = IncomingCall & { readonly name: CallName };

const noBody: CallBody = { kind: 'none' };

/** Where bbb-web serves its API. */
export const standardBase = '/bigbluebutton/api';

/**
 * Takes a request apart. `base` is the path of the API without a slash at its end.
 * Gives `undefined` for a path outside of it. Repeated slashes count as one, a slash at the end is ignored.
 */
export function readCall(request: RawRequest, base: string = standardBase): IncomingCall | undefined {
  const path = rawPathOf(request.url).replace(/\/{2,}/g, '/');
  if (path !== base && !path.startsWith(`${base}/`)) return undefined;
  const name = path.slice(base.length + 1).replace(/\/$/, '');
  const rawQuery = rawQueryOf(request.url);
  const query = parseQuery(rawQuery);
  const contentType = (request.contentType ?? '').trim();
  const body = readBody(name, contentType, request.body ?? '');
  const params = body.kind === 'form' ? mergeParams(query, body.params) : query;
  return { method: request.method.toUpperCase(), name, rawQuery, query, body, params, contentType };
}

const formType = 'application/x-www-form-urlencoded';
const multipartType = 'multipart/form-data';
const xmlTypes: readonly string[] = ['application/xml', 'text/xml'];

function readBody(name: string, contentType: string, bytes: Uint8Array | string): CallBody {
  if (bytes.length === 0) return noBody;
  const rule: CallRule | undefined = isCallName(name) ? callRules[name] : undefined;
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const takesXml = rule?.body === 'xml' || rule?.body === 'form-or-xml';
  const isForm = type === formType || type === multipartType;
  const isXml = xmlTypes.includes(type);
  if (takesXml && (isXml || isForm)) {
    const text = textOf(bytes);
    // Old clients label their XML as a form (bigbluebutton-api-ruby), so the first character decides.
    if (isXml || text.trimStart().startsWith('<')) return { kind: 'xml', text };
  }
  if (!isForm || rule?.body === 'xml') return { kind: 'unsupported' };
  if (type === formType) return { kind: 'form', params: parseQuery(textOf(bytes)), files: [] };
  const { fields, files } = readMultipart(bytes, contentType);
  return { kind: 'form', params: paramsOf(fields), files };
}

function textOf(bytes: Uint8Array | string): string {
  return typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes);
}

/** How requests are checked. `secrets` may hold several while one is being replaced. */
export type VerifySettings = {
  secrets: readonly string[];
  algorithms?: readonly ChecksumHash[] | undefined;
  /** Form bodies are not covered by the checksum; a tenant may refuse them. Off unless set, because old clients use them. */
  rejectUnsignedBodyParams?: boolean | undefined;
};

/**
 * Decides whether a request may be acted on. The checksum comes before anything that looks at a parameter:
 * unknown call or method → `unsupportedRequest`, then `checksumError`, then `unsupportedContentType`.
 * The root call needs no checksum.
 * @throws RangeError when a secret is empty.
 */
export function verify(
  call: IncomingCall,
  settings: VerifySettings,
): { readonly ok: true; readonly call: VerifiedCall } | CallFailure {
  const { name } = call;
  if (!isCallName(name)) return failures.unsupportedRequest;
  return refusedBy(callRules[name], call, settings) ?? { ok: true, call: { ...call, name } };
}

/** A call beyond the API, made in an allowed way, with a checksum that fits. */
export type VerifiedExtra = IncomingCall & { readonly name: ExtraName };

/** The same for the calls beyond the API, for servers that know them. */
export function verifyExtra(
  call: IncomingCall,
  settings: VerifySettings,
): { readonly ok: true; readonly call: VerifiedExtra } | CallFailure {
  const { name } = call;
  if (!isExtraName(name)) return failures.unsupportedRequest;
  return refusedBy(extraRules[name], call, settings) ?? { ok: true, call: { ...call, name } };
}

function refusedBy(rule: CallRule, call: IncomingCall, settings: VerifySettings): CallFailure | undefined {
  if (!rule.methods.some((method) => method === call.method)) return failures.unsupportedRequest;
  if (rule.checksum === 'none') return undefined;
  const refused = refuseChecksum(call, settings);
  if (refused) return checksumFailure(rule.checksum, refused);
  return call.body.kind === 'unsupported' ? failures.unsupportedContentType : undefined;
}

function refuseChecksum(call: IncomingCall, settings: VerifySettings): 'missing' | 'wrong' | undefined {
  const given = call.params.list.filter(([name]) => name === 'checksum');
  const value = given[0]?.[1] ?? '';
  if (value === '') return 'missing';
  if (given.length > 1) return 'wrong';
  if (settings.rejectUnsignedBodyParams === true && call.body.kind === 'form' && call.body.params.list.length > 0) return 'wrong';
  const claim = {
    call: call.name,
    rawQuery: call.rawQuery,
    given: value,
    secrets: settings.secrets,
    algorithms: settings.algorithms,
  };
  return checksumMatches(claim) ? undefined : 'wrong';
}

function checksumFailure(words: 'validated' | 'plain' | 'hook', why: 'missing' | 'wrong'): CallFailure {
  if (words === 'hook') return failures.checksumHook;
  return words === 'validated' && why === 'wrong' ? failures.checksumMismatch : failures.checksumPlain;
}
