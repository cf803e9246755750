/** `/api/statements/{id}/pdf`, `/xml` (CII) and `/ubl`: the statements of resellers. */
import * as z from 'zod/mini';
import { notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { HttpRoute } from '#kit/server/http/http-route.ts';
import { attachmentHeaders } from '#kit/server/http/stored-file.ts';
import { findStatementPaper, type StatementPaper } from './statement-papers.service.ts';

const params = z.object({ id: z.string().check(z.refine(isId)), paper: z.enum(['pdf', 'xml', 'ubl']) });
const kinds = { pdf: 'pdf', xml: 'cii', ubl: 'ubl' } as const satisfies Record<string, StatementPaper>;
const mimes = { pdf: 'application/pdf', cii: 'application/xml; charset=utf-8', ubl: 'application/xml; charset=utf-8' };

export const httpRoutes = (): HttpRoute[] => [
  {
    methods: ['GET'],
    path: '/api/statements/:id/:paper',
    access: 'vendors.manage',
    handle: async ({ ctx, request, reply }) => {
      const at = z.safeParse(params, request.params);
      if (!at.success) throw notFound();
      const kind = kinds[at.data.paper];
      const { bytes, file } = await findStatementPaper(ctx, { id: at.data.id, kind });
      const headers = attachmentHeaders({ file, mime: mimes[kind], cache: 'private, no-cache' });
      return reply.headers({ ...headers, 'content-length': bytes.length }).send(bytes);
    },
  },
];
