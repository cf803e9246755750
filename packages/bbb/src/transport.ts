import { BbbBadAnswer, BbbUnreachable } from '#client-answer.ts';

/** What of an HTTP answer is used; the global fetch and undici's both give it. */
export type HttpAnswer = {
  readonly status: number;
  readonly headers: { get(name: string): string | null; getSetCookie(): string[] };
  readonly body: AsyncIterable<Uint8Array> | null;
};

/** A fetch, e.g. one that refuses addresses inside one's own network. */
export type HttpFetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string; redirect: 'manual'; signal: AbortSignal },
) => Promise<HttpAnswer>;

/** One request: GET, or POST when there is a body. */
export type HttpCall = { url: string; accept: string; body?: { type: string; text: string } | undefined };

/** The answer with its body read. */
export type HttpText = { status: number; text: string; location: string | undefined; cookies: string[] };

/** Longest answer that is read, in bytes. A server with a thousand busy meetings answers with about a tenth of it. */
const maxBytes = 32 * 1024 * 1024;

/**
 * Asks once and reads the whole answer; redirects are not followed.
 * @throws BbbUnreachable when nothing answers in `timeoutMs` milliseconds, BbbBadAnswer when the answer is too long.
 */
export async function ask(fetch: HttpFetch, call: HttpCall, timeoutMs: number): Promise<HttpText> {
  const headers: Record<string, string> = { accept: call.accept };
  if (call.body) headers['content-type'] = call.body.type;
  try {
    const answer = await fetch(call.url, {
      method: call.body ? 'POST' : 'GET',
      headers,
      ...(call.body ? { body: call.body.text } : {}),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readText(answer);
    return {
      status: answer.status,
      text,
      location: answer.headers.get('location') ?? undefined,
      cookies: answer.headers.getSetCookie(),
    };
  } catch (error) {
    if (error instanceof BbbBadAnswer) throw error;
    // The address is left out of the words: it carries a checksum.
    throw new BbbUnreachable('The server does not answer', { cause: error });
  }
}

async function readText(answer: HttpAnswer): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new BbbBadAnswer('The answer is too long', answer.status);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
