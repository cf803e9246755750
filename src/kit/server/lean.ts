/**
 * One request without compression, redirects and the streams of `fetch`, which cost more than everything else of a short call:
 * for calls of which there are very many. The same addresses are refused as by `outbound`.
 */
import type { Dispatcher } from 'undici';
import { agents, checked, OutboundRefused, type Reach } from './http/outbound.ts';

export type LeanRequest = {
  reach: Reach;
  /** For the whole exchange, in milliseconds. */
  timeoutMs: number;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
  /** Longest answer in bytes, default 32 MiB. */
  maxBytes?: number;
};
/** `location`: of a redirect. */
export type LeanAnswer = { status: number; text: string; location: string | null };

const usualMost = 32 * 1024 * 1024;

/** What came, decoded once: most answers come in one piece. */
function textOf(chunks: readonly Uint8Array[]): string {
  const [only] = chunks;
  const bytes = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
  return new TextDecoder().decode(bytes);
}

/** Collects an answer; `end` is called once, with what came or why nothing did. */
function collector(
  maxBytes: number,
  end: (outcome: LeanAnswer | Error) => void,
): Dispatcher.DispatchHandler & { stop(why: Error): void } {
  const chunks: Uint8Array[] = [];
  let controller: Dispatcher.DispatchController | null = null;
  let stopped: Error | null = null;
  let bytes = 0;
  let status = 0;
  let location: string | null = null;
  const stop = (why: Error) => {
    stopped = why;
    controller?.abort(why);
    end(why);
  };
  return {
    stop,
    onRequestStart: (started) => {
      controller = started;
      // it waited for a connection longer than anybody waits for the answer
      if (stopped !== null) started.abort(stopped);
    },
    onResponseStart: (_controller, code, headers) => {
      status = code;
      location = [headers['location'] ?? []].flat()[0] ?? null;
    },
    onResponseData: (_controller, chunk) => {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) stop(new OutboundRefused('too_long'));
      else chunks.push(chunk);
    },
    onResponseEnd: () => end({ status, text: textOf(chunks), location }),
    onResponseError: (_controller, error) => end(error),
  };
}

/** Throws `OutboundRefused`, or whatever kept the answer from coming. */
export function askLean(url: string, request: LeanRequest): Promise<LeanAnswer> {
  const { reach, timeoutMs, method, headers, body, maxBytes = usualMost } = request;
  return new Promise((resolve, reject) => {
    const { origin, pathname, search } = checked(url, reach);
    const handler = collector(maxBytes, (outcome) => {
      clearTimeout(timer);
      if (outcome instanceof Error) reject(outcome);
      else resolve(outcome);
    });
    const timer = setTimeout(() => handler.stop(new Error('no answer in time')), timeoutMs);
    agents[reach].dispatch({ origin, path: pathname + search, method, headers, body: body ?? null }, handler);
  });
}
