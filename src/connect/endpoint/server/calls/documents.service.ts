/**
 * What a program asks servers to fetch: documents and settings at addresses of its choice. None of these addresses may lead a
 * server into a network that is nobody's on the internet.
 */
import { type CallFailure, failure } from '@atrium/bbb/failure';
import { type ParamRule, rewriteQuery } from '@atrium/bbb/forward';
import { type CreateModules, readModules } from '@atrium/bbb/modules';
import { writeModulesWithout } from '@atrium/bbb/modules-write';
import { type QueryPair, writeQuery } from '@atrium/bbb/query';
import type { Ctx } from '#kit/server/ctx.ts';
import { reachOf } from '#kit/server/http/outbound.ts';
import { unfitUrls } from '#kit/server/config/public-urls.ts';
import type { CustomerCall } from '#meet/meetings/server/external/external-send.service.ts';

/** Holds addresses in JSON: `[{"url": …}]`. */
const manifests = 'pluginManifests';
/** Parameters whose addresses a server fetches. */
const fetched: ReadonlySet<string> = new Set([
  manifests,
  'preUploadedPresentation',
  'clientSettingsOverrideJsonUrl',
  'pluginManifestsFetchUrl',
  'sharedNotesInitialContentJsonUrl',
  'sharedNotesInitialContentMarkdownUrl',
]);

/** `leftOut`: how many addresses no server will hear of. `documents`: how many are left in the body; null: it has no presentation. */
export type SiftedCall = { call: CustomerCall; leftOut: number; documents: number | null };

const told = (call: CustomerCall) =>
  [...call.query.list, ...(call.body.kind === 'form' ? call.body.params.list : [])].filter(
    ([name, value]) => fetched.has(name) && value.trim() !== '',
  );

function urlsInside(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(urlsInside);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'url' && typeof inner === 'string' ? [inner] : urlsInside(inner),
  );
}

/** The addresses that a parameter names. What should be JSON and is none counts as an address itself, which is none either. */
function urlsOf([name, value]: QueryPair): string[] {
  if (name !== manifests) return [value];
  try {
    return urlsInside(JSON.parse(value));
  } catch (error) {
    if (error instanceof SyntaxError) return [value];
    throw error;
  }
}

/** The query and the form without what is unfit. Fields beside a file pass as they came, so the query says that there are none. */
function withoutParams(call: CustomerCall, unfit: ReadonlySet<string>): CustomerCall {
  const isUnfit = (pair: QueryPair) => urlsOf(pair).some((url) => unfit.has(url));
  const rule: ParamRule = (name, value) => (fetched.has(name) && isUnfit([name, value]) ? null : undefined);
  const bad = told(call).flatMap((pair) => (isUnfit(pair) ? [pair[0]] : []));
  if (bad.length === 0) return call;
  const query = rewriteQuery(call.rawQuery, rule);
  if (call.body.kind !== 'form') return { ...call, rawQuery: query };
  if (!call.contentType.toLowerCase().startsWith('multipart/'))
    return { ...call, rawQuery: query, rawBody: Buffer.from(rewriteQuery(Buffer.from(call.rawBody).toString('utf8'), rule)) };
  const none = [...new Set(bad)].map((name) => [name, ''] as const);
  return { ...call, rawQuery: `${writeQuery(none)}&${query}` };
}

function withoutDocuments(call: CustomerCall, modules: CreateModules, unfit: ReadonlySet<string>): CustomerCall {
  const text = writeModulesWithout(modules, (url) => unfit.has(url)) ?? '';
  const body = text === '' ? ({ kind: 'none' } as const) : ({ kind: 'xml', text } as const);
  return { ...call, body, contentType: 'application/xml', rawBody: Buffer.from(text, 'utf8') };
}

/**
 * The call as servers may get it. Refused are bodies that are no XML; addresses that are unfit are taken out, everything else
 * keeps its bytes.
 */
export async function siftDocuments(ctx: Ctx, call: CustomerCall): Promise<SiftedCall | CallFailure> {
  const read = call.body.kind === 'xml' ? readModules(call.body.text) : null;
  if (read?.ok === false) return failure(read.key, 'The request body is not well-formed XML.');
  const modules = read?.value ?? null;
  const urls = [...told(call).flatMap(urlsOf), ...(modules?.urls ?? [])];
  const unfit = urls.length === 0 ? new Set<string>() : await unfitUrls(urls, { reach: reachOf(ctx.config) });
  const kept = (modules?.documents ?? []).filter(({ source }) => source.kind === 'base64' || !unfit.has(source.url));
  const documents = modules?.documents === undefined ? null : kept.length;
  if (unfit.size === 0) return { call, leftOut: 0, documents };
  const sifted = withoutParams(call, unfit);
  const isTouched = modules?.urls.some((url) => unfit.has(url)) === true;
  return { call: isTouched ? withoutDocuments(sifted, modules, unfit) : sifted, leftOut: unfit.size, documents };
}

/** A sentence for people about addresses that were left out, empty when none was. */
export const leftOutNote = (leftOut: number): string =>
  leftOut === 0 ? '' : `Addresses left out because servers may not fetch from there: ${leftOut}.`;
