import { apiAddress } from '#address.ts';
import type { CallName, ExtraName } from '#calls.ts';
import { type ChecksumHash, signQuery } from '#checksum.ts';
import { BbbBadAnswer, type CallOutcome, readAnswer } from '#client-answer.ts';
import { type QueryPair, writeQuery } from '#query.ts';
import { ask, type HttpFetch, type HttpText } from '#transport.ts';
import type { XmlNode } from '#xml.ts';

/** A server and how to talk to it. */
export type ClientSettings = {
  /** As people paste it; see `apiAddress`. */
  url: string;
  secret: string;
  /** Default `sha256`, which every server since 2.3 takes. */
  hash?: ChecksumHash | undefined;
  /** Default `sha1`: the webhooks of servers before 3.0 know nothing else. */
  hookHash?: ChecksumHash | undefined;
  fetch?: HttpFetch | undefined;
  /** Per attempt, default 10 000. */
  timeoutMs?: number | undefined;
  /** Waits before a `create` is tried again after a network failure, in milliseconds; default 300 and 1000. */
  createRetryDelaysMs?: readonly number[] | undefined;
};

/** A body that is no XML. */
export type SentBody = { type: string; text: string };

/** The means that every group of calls is built from. */
export type SignedCaller = {
  /** The signed address of a call. */
  address(call: CallName | ExtraName, pairs: readonly QueryPair[]): string;
  /** The answer as text. */
  text(call: CallName | ExtraName, pairs: readonly QueryPair[], body?: string | SentBody): Promise<HttpText>;
  /** The answer as XML, with the server's refusal as a value. */
  xml(call: CallName | ExtraName, pairs: readonly QueryPair[], body?: string): Promise<CallOutcome<{ response: XmlNode }>>;
};

const acceptXml = 'text/xml, application/xml;q=0.9, */*;q=0.5';

/** The means for one server. @throws AddressError and RangeError for unusable settings. */
export function callerOf({
  url,
  secret,
  hash = 'sha256',
  hookHash = 'sha1',
  fetch = globalThis.fetch,
  timeoutMs = 10_000,
}: ClientSettings): SignedCaller {
  const base = apiAddress(url);
  const trimmed = secret.trim();
  if (trimmed === '') throw new RangeError('The shared secret is empty');
  function address(call: CallName | ExtraName, pairs: readonly QueryPair[]): string {
    if (call === '') return base;
    return `${base}${call}?${signQuery({ call, query: writeQuery(pairs), secret: trimmed, hash: call.startsWith('hooks/') ? hookHash : hash })}`;
  }
  function text(call: CallName | ExtraName, pairs: readonly QueryPair[], body?: string | SentBody): Promise<HttpText> {
    const request = {
      url: address(call, pairs),
      accept: acceptXml,
      body: typeof body === 'string' ? { type: 'application/xml', text: body } : body,
    };
    return ask(fetch, request, timeoutMs);
  }
  async function xml(
    call: CallName | ExtraName,
    pairs: readonly QueryPair[],
    body?: string,
  ): Promise<CallOutcome<{ response: XmlNode }>> {
    const answer = await text(call, pairs, body);
    if (answer.status >= 300 && answer.status < 400)
      throw new BbbBadAnswer('The server sends the request elsewhere', answer.status);
    return readAnswer(answer.text, answer.status);
  }
  return { address, text, xml };
}
