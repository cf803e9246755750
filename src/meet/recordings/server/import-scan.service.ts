/** Finds published recordings on a disk: the tree of a BBB server, or that of Scalelite, which has the same shape below another folder. */
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { PublishedMetadata } from '@atrium/bbb/recordings/published-metadata';
import { uploadLimits } from '../recordings.rules.ts';
import type { TarEntry } from './tar-entries.service.ts';
import { isFormatName, isRecordName, METADATA_FILE, metadataOf } from './tree.service.ts';

const states = ['published', 'unpublished'] as const;
export type FoundFormat = { recordId: string; format: string; state: (typeof states)[number]; folder: string };

async function names(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).toSorted();
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return [];
    throw error;
  }
}

/** The folder that holds `published` and `unpublished`; null: there is none at this place. */
async function baseOf(root: string): Promise<{ base: string; states: readonly (typeof states)[number][] } | null> {
  const own = states.find((state) => state === path.basename(root));
  if (own !== undefined) return { base: path.dirname(root), states: [own] };
  for (const base of [root, path.join(root, 'var/bigbluebutton')]) {
    const inside = await names(base);
    if (states.some((state) => inside.includes(state))) return { base, states };
  }
  return null;
}

/**
 * The formats of each recording below a folder: `/var/bigbluebutton`, `/mnt/scalelite-recordings`, or one that is called `published`
 * or `unpublished`. Null when it is none of these. What stands in both states counts as published.
 */
export async function scanTree(root: string): Promise<Map<string, FoundFormat[]> | null> {
  const at = await baseOf(path.resolve(root));
  if (at === null) return null;
  const found = new Map<string, FoundFormat[]>();
  for (const state of at.states)
    for (const format of (await names(path.join(at.base, state))).filter(isFormatName))
      for (const recordId of (await names(path.join(at.base, state, format))).filter(isRecordName)) {
        const known = found.get(recordId) ?? [];
        if (known.some((one) => one.format === format)) continue;
        found.set(recordId, [...known, { recordId, format, state, folder: path.join(at.base, state, format, recordId) }]);
      }
  return found;
}

/** Its metadata, in the state of the folder that it lies in; null: there is none that can be read. */
export async function metadataAt(found: FoundFormat): Promise<PublishedMetadata | null> {
  const file = path.join(found.folder, METADATA_FILE);
  const facts = await stat(file).catch(() => null);
  if (facts === null || !facts.isFile() || facts.size > uploadLimits.metadata) return null;
  const read = metadataOf(await readFile(file, 'utf8'), found);
  if (read === null) return null;
  const published = found.state === 'published';
  return { ...read, recording: { ...read.recording, state: found.state, published } };
}

async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  // opened on the first read, so that a file that is left out is never open
  for await (const chunk of createReadStream(file)) yield Buffer.from(chunk);
}

/** The files of a format. Links and devices are left out, and named in `left`. */
export async function* filesBelow(root: string, left: string[], below = ''): AsyncGenerator<TarEntry> {
  for (const entry of await readdir(path.join(root, below), { withFileTypes: true })) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    const file = path.join(root, name);
    if (entry.isDirectory()) yield* filesBelow(root, left, name);
    else if (entry.isFile())
      yield { path: name, bytes: (await stat(file)).size, content: Readable.from(bytesOf(file), { objectMode: false }) };
    else left.push(name);
  }
}
