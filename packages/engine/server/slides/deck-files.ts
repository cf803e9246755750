/** Where the files of decks lie: a folder for each, beside the journals, so that they survive the engine as the meeting does. */
import { copyFile, link, mkdir, mkdtemp, readdir, readFile, rename, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Engine } from '#server/model.ts';

/** Less than this is left to the recordings and the rest of the house. Bytes. */
const SPACE_LEAST = 268_435_456;
const TEMPORARY = 'atrium-decks-';

export const ORIGINAL_FILE = 'original';
export const TEXT_FILE = 'text.json';
const pageTexts = z.array(z.string());

export const deckFolder = ({ decks }: Engine, id: string): string => `${decks.folder}/${id}`;

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** Whether so many bytes more would leave too little space. */
export async function isDiskFullFor({ decks }: Engine, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(decks.folder);
  return bavail * bsize - bytes < SPACE_LEAST;
}

export async function makeTemporaryFolder(): Promise<string> {
  await removeTemporaryOfDead();
  return mkdtemp(join(tmpdir(), `${TEMPORARY}${process.pid}-`));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // it belongs to somebody else
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function removeTemporaryOfDead(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(name.startsWith(TEMPORARY) ? name.slice(TEMPORARY.length).split('-')[0] : Number.NaN);
    if (Number.isSafeInteger(pid) && !isAlive(pid)) await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}

/** Takes a file as the deck's own; it may lie on another disk. */
export async function takeFile(engine: Engine, id: string, file: string): Promise<void> {
  const folder = deckFolder(engine, id);
  const own = `${folder}/${ORIGINAL_FILE}`;
  try {
    await mkdir(folder, { mode: 0o700 });
    await rename(file, own).catch(async (error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
      await copyFile(file, own);
      await rm(file, { force: true });
    });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Gives a deck the pages of another one; each outlives the other. */
export async function shareFiles(engine: Engine, from: string, to: string): Promise<void> {
  const [source, own] = [deckFolder(engine, from), deckFolder(engine, to)];
  await mkdir(own, { mode: 0o700 });
  const names = (await readdir(source)).filter((name) => !name.endsWith('.part'));
  for (const name of names) await link(`${source}/${name}`, `${own}/${name}`);
}

/** The words of a page, '' where there are none. */
export async function readPageText(engine: Engine, id: string, page: number): Promise<string> {
  try {
    const { data } = z.safeParse(pageTexts, JSON.parse(await readFile(`${deckFolder(engine, id)}/${TEXT_FILE}`, 'utf8')));
    return data?.[page - 1] ?? '';
  } catch {
    return '';
  }
}
