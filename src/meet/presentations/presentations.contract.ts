/** Files of the library that a room shows in its meetings. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { fileKinds } from '#core/files/files.rules.ts';
import { presentationLimits, presentationStates } from './presentations.rules.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const byRoom = z.object({ id });
const presentation = z.object({
  fileId: z.string(),
  name: z.string(),
  kind: z.nullable(z.enum(fileKinds)),
  pages: z.nullable(z.number()),
  /** An address that works for some hours. */
  thumbnail: z.nullable(z.string()),
  state: z.enum(presentationStates),
});
const shown = z.object({
  /** In order; the first is shown at the start. */
  items: z.array(presentation),
  rights: z.object({ edit: z.boolean() }),
});
export type Presentation = z.output<typeof presentation>;
export type RoomPresentations = z.output<typeof shown>;

export const presentationsCalls = {
  list: call({
    method: 'GET',
    path: '/api/rooms/{id}/presentations',
    summary: 'The files that a room shows, and whether the server of its running meeting has loaded them.',
    access: 'rooms.view',
    params: byRoom,
    result: shown,
  }),
  set: call({
    method: 'PUT',
    path: '/api/rooms/{id}/presentations',
    summary: 'Sets the files that a room shows, in order. They reach a server when the next meeting starts.',
    access: 'rooms.edit',
    params: byRoom,
    body: z.object({ files: z.array(id).check(z.maxLength(presentationLimits.most)) }),
    result: shown,
    failures: { file_unknown: 422 },
  }),
};
