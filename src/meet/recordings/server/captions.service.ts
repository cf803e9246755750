/** Text tracks: parsed, kept as WebVTT in the store, served to the player. */
import { Readable } from 'node:stream';
import type { Parsed } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { newId } from '#kit/server/ids.ts';
import { asWebVtt, readCues } from '../captions.rules.ts';
import type { RecordingDetail, recordingsCalls } from '../recordings.contract.ts';
import { refreshed } from './change.service.ts';
import { dropCaption, putCaption } from './extras.queries.ts';
import { findRecording, handsFor, need, noteDeed } from './find.service.ts';
import { folderOf } from './play-files.service.ts';

type AddedCaption = Parsed<typeof recordingsCalls.addCaption>['body'];

const isLanguage = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};

/** Adds or replaces a text track. Throws `bad_captions` naming the line that cannot be read. */
export async function addCaption(ctx: Ctx, id: string, body: AddedCaption): Promise<RecordingDetail> {
  const view = await findRecording(ctx, id);
  need(ctx, view, 'edit');
  if (!isLanguage(body.lang)) throw new Failure('bad_captions', { fields: { 'body.lang': 'bad_language' } });
  const read = readCues(body.text);
  if ('badLine' in read)
    throw new Failure('bad_captions', { data: { line: read.badLine }, fields: { 'body.text': 'bad_captions' } });
  const captionId = newId(ctx.now());
  const file = `${captionId}.vtt`;
  const files = filesOf(ctx.config);
  // the file first: a row never names one that is not there
  await files.put(`${folderOf(view.row)}/${file}`, Readable.from([Buffer.from(asWebVtt(read.cues))]));
  const stored = handsFor(ctx, view.row).write(async (tx) => {
    const replaced = await putCaption(tx, {
      id: captionId,
      accountId: view.row.accountId,
      recordingId: id,
      kind: body.kind,
      lang: body.lang,
      label: body.label,
      source: 'upload',
      file,
      createdAt: new Date(ctx.now()),
    });
    await noteDeed(ctx, tx, { row: view.row, action: 'recordings.captions-added', data: { lang: body.lang } });
    return replaced;
  });
  const before = await stored.catch(async (error: unknown) => {
    await files.remove(`${folderOf(view.row)}/${file}`);
    throw error;
  });
  if (before !== null) await files.remove(`${folderOf(view.row)}/${before.file}`);
  return refreshed(ctx, id);
}

export async function removeCaption(ctx: Ctx, id: string, captionId: string): Promise<RecordingDetail> {
  const view = await findRecording(ctx, id);
  need(ctx, view, 'edit');
  if (!isId(captionId)) throw notFound();
  const dropped = await handsFor(ctx, view.row).write(async (tx) => {
    const row = await dropCaption(tx, { recordingId: id, captionId });
    if (row === null) throw notFound();
    await noteDeed(ctx, tx, { row: view.row, action: 'recordings.captions-removed', data: { lang: row.lang } });
    return row;
  });
  await filesOf(ctx.config).remove(`${folderOf(view.row)}/${dropped.file}`);
  return refreshed(ctx, id);
}
