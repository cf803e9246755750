/** The papers of invoices over HTTP, for people whose session may see the invoice. Nothing leads to them without one. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { findPaper, type PaperKind } from '#sales/billing/server/papers.service.ts';
import { findProof } from '#sales/billing/server/proofs.service.ts';
import { findStatementPaper } from '#sales/resale/server/statement-papers.service.ts';
import { refuseFile } from './recording-files.ts';

const place = z.object({ id: z.string().check(z.refine(isId)), paper: z.enum(['pdf', 'xml', 'ubl']) });
const kinds = { pdf: 'pdf', xml: 'cii', ubl: 'ubl' } as const satisfies Record<string, PaperKind>;

/** Who asks by this request; `right` is counted as used when an access key asks. */
export type ReaderOf = (request: FastifyRequest, right: string) => Promise<Ctx>;

/** One of them lets in; a vendor reads what it bought by the first and what it issued by the second, and which it is decides afterwards. */
const rights = {
  operator: ['invoices.manage'],
  vendor: ['invoices.view', 'vendors.manage'],
  customer: ['invoices.view'],
} as const;

/** Throws `not_signed_in`, `not_allowed`. */
async function readerOf(ctxOf: ReaderOf, request: FastifyRequest): Promise<Ctx> {
  const ctx = await ctxOf(request, 'invoices.view');
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new Failure('not_signed_in');
  const [right, ...others] = rights[actor.accountKind];
  if (![right, ...others].some((one) => actor.scope.includes(one))) throw notAllowed(right);
  return ctx;
}

/** Latin letters and digits as they are; the rest of a prefix as RFC 8187 writes it. */
export const disposition = (file: string, shown: 'attachment' | 'inline' = 'attachment'): string =>
  `${shown}; filename="${file.replace(/[^A-Za-z0-9._-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(file)}`;

const typeOf = (paper: keyof typeof kinds): string => (paper === 'pdf' ? 'application/pdf' : 'application/xml; charset=utf-8');
type Sent = { bytes: Buffer; file: string; paper: keyof typeof kinds };
function sent(reply: FastifyReply, { bytes, file, paper }: Sent): FastifyReply {
  reply.headers({ ...headersOf({ file, type: typeOf(paper) }), 'content-length': bytes.length });
  return reply.send(bytes);
}
const give = async (ctx: Ctx, { id, paper }: z.output<typeof place>, reply: FastifyReply): Promise<FastifyReply> =>
  sent(reply, { ...(await findPaper(ctx, { id, kind: kinds[paper] })), paper });
const headersOf = ({ file, type }: { file: string; type: string }) => ({
  'content-type': type,
  'content-disposition': disposition(file),
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  // a sheet that somebody opens by itself may do nothing but be looked at
  'content-security-policy': "sandbox; default-src 'none'",
});
async function send(
  ctx: Ctx,
  reply: FastifyReply,
  { name, file, type }: { name: string; file: string; type: string },
): Promise<FastifyReply> {
  const facts = await filesOf(ctx.config).stat(name);
  if (facts === null) return refuseFile(reply);
  reply.headers({ ...headersOf({ file, type }), 'content-length': facts.bytes, etag: facts.etag });
  return reply.send(await filesOf(ctx.config).get(name));
}

/** Mounts `/api/invoices/{id}/pdf`, `/xml` (CII), `/ubl` and `/proof`, and `/api/statements/{id}/pdf`, `/xml` and `/ubl` of resellers. */
export function mountInvoiceFiles(app: FastifyInstance, ctxOf: ReaderOf): void {
  app.get('/api/invoices/:id/:paper', async (request, reply) => {
    const at = z.safeParse(place, request.params);
    const ctx = await readerOf(ctxOf, request);
    if (!at.success) throw notFound();
    return give(ctx, at.data, reply);
  });
  app.get('/api/statements/:id/:paper', async (request, reply) => {
    const at = z.safeParse(place, request.params);
    const ctx = await ctxOf(request, 'vendors.manage');
    if (!at.success) throw ctx.actor.kind === 'user' ? notFound() : new Failure('not_signed_in');
    return sent(reply, {
      ...(await findStatementPaper(ctx, { id: at.data.id, kind: kinds[at.data.paper] })),
      paper: at.data.paper,
    });
  });
  // what a payer sent is a stranger's file: it is handed on to be kept, and never shown here
  app.get('/api/invoices/:id/proof', async (request, reply) => {
    const at = z.safeParse(z.object({ id: place.shape.id }), request.params);
    const ctx = await readerOf(ctxOf, request);
    if (!at.success) throw notFound();
    return send(ctx, reply, await findProof(ctx, at.data.id));
  });
}
