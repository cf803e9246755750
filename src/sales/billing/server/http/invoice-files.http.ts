/** `/api/invoices/{id}/pdf`, `/xml` (CII), `/ubl` and `/proof`, for people whose session may see the invoice. */
import * as z from 'zod/mini';
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { filesOf } from '#kit/server/files/files.ts';
import type { HttpExchange, HttpRoute } from '#kit/server/http/http-route.ts';
import { attachmentHeaders, refuseFile } from '#kit/server/http/stored-file.ts';
import { findPaper, type PaperKind } from '../papers.service.ts';
import { findProof } from '../proofs.service.ts';

const params = z.object({ id: z.string().check(z.refine(isId)) });
const paperParams = z.object({ id: params.shape.id, paper: z.enum(['pdf', 'xml', 'ubl']) });
const kinds = { pdf: 'pdf', xml: 'cii', ubl: 'ubl' } as const satisfies Record<string, PaperKind>;
const mimes = { pdf: 'application/pdf', cii: 'application/xml; charset=utf-8', ubl: 'application/xml; charset=utf-8' };
const cache = 'private, no-cache';

/** One of them lets in; a vendor reads what it bought by the first and what it issued by the second, and which it is decides afterwards. */
const rights = {
  operator: ['invoices.manage'],
  vendor: ['invoices.view', 'vendors.manage'],
  customer: ['invoices.view'],
} as const;

/** Throws `not_signed_in`, `not_allowed`. */
function requireReader({ actor }: Ctx): void {
  if (actor.kind !== 'user') throw new Failure('not_signed_in');
  const [right, ...others] = rights[actor.accountKind];
  if (![right, ...others].some((one) => actor.scope.includes(one))) throw notAllowed(right);
}

async function sendPaper({ ctx, request, reply }: HttpExchange) {
  requireReader(ctx);
  const at = z.safeParse(paperParams, request.params);
  if (!at.success) throw notFound();
  const kind = kinds[at.data.paper];
  const { bytes, file } = await findPaper(ctx, { id: at.data.id, kind });
  reply.headers({ ...attachmentHeaders({ file, mime: mimes[kind], cache }), 'content-length': bytes.length });
  return reply.send(bytes);
}

/** What a payer sent is a stranger's file: it is given away to be kept, and never shown here. */
async function sendProof({ ctx, request, reply }: HttpExchange) {
  requireReader(ctx);
  const at = z.safeParse(params, request.params);
  if (!at.success) throw notFound();
  const { name, file, type: mime } = await findProof(ctx, at.data.id);
  const facts = await filesOf(ctx.config).stat(name);
  if (facts === null) return refuseFile(reply);
  reply.headers({ ...attachmentHeaders({ file, mime, cache }), 'content-length': facts.bytes, etag: facts.etag });
  return reply.send(await filesOf(ctx.config).get(name));
}

export const httpRoutes = (): HttpRoute[] => [
  { methods: ['GET'], path: '/api/invoices/:id/:paper', access: 'invoices.view', handle: sendPaper },
  { methods: ['GET'], path: '/api/invoices/:id/proof', access: 'invoices.view', handle: sendProof },
];
