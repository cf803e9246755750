/** Files of a conversation. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { attachedFile } from '#core/files/attached-file.contract.ts';
import { chatFileKinds } from './chat.rules.ts';
import { chatPerson } from './chat-views.contract.ts';

const sentFile = z.object({
  file: attachedFile,
  /** Of the message that shows it. */
  number: z.number(),
  author: chatPerson,
  at: z.number(),
});
export type SentFileItem = z.infer<typeof sentFile>;

export const chatFilesCalls = {
  list: call({
    method: 'GET',
    path: '/api/chat/conversations/{id}/files',
    summary: 'Files that messages of a conversation show, the newest message first.',
    access: 'chat.use',
    params: z.object({ id: z.string().check(z.refine(isId, 'not_an_id')) }),
    query: z.object({
      kind: z.optional(z.enum(chatFileKinds)),
      cursor: z.optional(z.string()),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
    }),
    result: z.object({ items: z.array(sentFile), next: z.nullable(z.string()) }),
  }),
};
