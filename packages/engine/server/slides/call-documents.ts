/** Documents that programs send with `create` and `insertDocument`. They come in the background: nobody waits for them to enter. */
import { writeFile } from 'node:fs/promises';
import type { CreateRequest } from '@atrium/bbb/create-request';
import { lastSegment, type ModuleDocument } from '@atrium/bbb/modules';
import type { Engine, Meeting } from '#server/model.ts';
import { isDiskFull } from '#server/slides/deck-files.ts';
import { addDeck, addFailedDeck } from '#server/slides/decks.ts';
import { fetchDocument, type FetchTrouble } from '#server/slides/fetch-document.ts';
import { randomToken } from '#server/tokens.ts';
import { webAddressOrNull } from '#server/web-address.ts';

const NAME_LENGTH = 22;

/** The one document that `create` names in its parameters. There is no default presentation that it could keep or replace. */
export function preUploaded({
  preUploadedPresentation: url,
  preUploadedPresentationName: name,
}: CreateRequest): ModuleDocument[] {
  if (webAddressOrNull(url) === null) return [];
  const filename = name || lastSegment(url) || 'presentation.pdf';
  return [{ source: { kind: 'url', url }, filename, current: false, removable: true, downloadable: false }];
}

async function load(engine: Engine, source: ModuleDocument['source'], file: string): Promise<FetchTrouble | null> {
  if (source.kind === 'url') return fetchDocument(engine, { url: source.url, file });
  try {
    await writeFile(file, Buffer.from(source.data, 'base64'), { flag: 'wx', mode: 0o600 });
    return null;
  } catch (error) {
    if (isDiskFull(error)) return 'disk-full';
    throw error;
  }
}

async function takeDocument(engine: Engine, meeting: Meeting, document: ModuleDocument): Promise<'added' | 'failed'> {
  const { source, filename: name, current, removable, downloadable } = document;
  const file = `${engine.decks.folder}/sent-${randomToken(NAME_LENGTH)}`;
  const trouble = await load(engine, source, file);
  if (trouble === null) {
    const added = await addDeck(engine, meeting, { name, file, current, removable, downloadable });
    if ('deck' in added) return 'added';
    engine.log('warn', 'a document of a call was not taken', { meeting: meeting.internalId, why: added.error });
    return 'failed';
  }
  // the address may hold a secret, so that it stays out of the log
  engine.log('warn', 'a document of a call was not taken', { meeting: meeting.internalId, why: trouble });
  addFailedDeck(engine, meeting, { name, trouble });
  return 'failed';
}

async function takeInOrder(engine: Engine, meeting: Meeting, documents: readonly ModuleDocument[]): Promise<void> {
  let current = false;
  for (const document of documents) {
    if (engine.meetings.get(meeting.plan.meetingId) !== meeting) return;
    current ||= document.current;
    const outcome = await takeDocument(engine, meeting, { ...document, current });
    // where the one to show did not come, the next one is shown
    if (outcome === 'added') current = false;
  }
}

/** Takes the documents one after the other, so that they stay in their order. */
export function takeDocuments(engine: Engine, meeting: Meeting, documents: readonly ModuleDocument[]): void {
  takeInOrder(engine, meeting, documents).catch((error: unknown) =>
    engine.log('error', 'documents of a call could not be taken', {
      meeting: meeting.internalId,
      error: error instanceof Error ? error.message : 'unknown',
    }),
  );
}
