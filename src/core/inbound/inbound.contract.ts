/** Incoming mail as the operator sees it. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { ignoredReasons } from './inbound.rules.ts';

const inboundStatus = z.object({
  /** Null: no mail comes in. */
  address: z.nullable(z.string()),
  smtp: z.nullable(z.object({ port: z.number() })),
  imap: z.nullable(z.object({ host: z.string(), lastReadAt: z.nullable(z.number()), lastError: z.nullable(z.string()) })),
  lastMessageAt: z.nullable(z.number()),
  last30Days: z.object({
    ...{ bounces: z.number(), unsubscribes: z.number(), ignored: z.number(), failed: z.number() },
    /** Why mail was ignored, or failed, the most frequent reason first. */
    reasons: z.array(z.object({ reason: z.enum(ignoredReasons), count: z.number() })),
  }),
});
export type InboundStatus = z.infer<typeof inboundStatus>;

export const inboundCalls = {
  status: call({
    method: 'GET',
    path: '/api/inbound',
    summary: 'How mail comes in to this installation, and what came in during the last 30 days.',
    access: 'platform.manage',
    result: inboundStatus,
  }),
};
