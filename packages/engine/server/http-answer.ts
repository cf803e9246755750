import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BbbResponse } from '@atrium/bbb/answers';
import type { Engine } from '#server/model.ts';

export type HttpExchange = { request: IncomingMessage; response: ServerResponse };

export function json(status: number, body: object): BbbResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  };
}

export function give(response: ServerResponse, answer: BbbResponse): void {
  response.writeHead(answer.status, {
    ...answer.headers,
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(answer.body),
  });
  response.end(answer.body);
}

/** A page of somebody else; programs name no origin. */
export function isForeign({ settings }: Engine, { headers }: IncomingMessage): boolean {
  return headers.origin !== undefined && !settings.origins.includes(headers.origin);
}
