import { notFound } from '#kit/errors.ts';
import type { MailThingSource } from '#kit/server/mail-thing.ts';
import { findRecording } from '../find.service.ts';

/** A recording in the mails of those who have it in their lists. */
export const mailThing: MailThingSource = {
  kind: 'recording',
  isAbout: (template) => template.startsWith('recordings.'),
  view: async (ctx, id) => {
    const { row, rights } = await findRecording(ctx, id);
    const { name, state, recordId } = row;
    if (state === 'deleting' || state === 'deleted') throw notFound();
    return rights.play
      ? { name, state, path: `/playback/${encodeURIComponent(recordId)}`, act: 'play' }
      : { name, state, path: '/recordings/myRecordings' };
  },
};
