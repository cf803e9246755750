/** A file of a message, a mail, a card or a comment, as its readers get it. */
import * as z from 'zod/mini';
import { attachedFileStates } from './files.rules.ts';

/** `bytes`: its size, null unless it is ready. Both addresses work for some hours; null for a file that is not ready. */
export const attachedFile = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(attachedFileStates),
  mime: z.nullable(z.string()),
  bytes: z.nullable(z.number()),
  url: z.nullable(z.string()),
  thumbnail: z.nullable(z.string()),
});
export type AttachedFileView = z.infer<typeof attachedFile>;
