/** Mails as they came, sealed in the file store until they are deleted. */
import { Readable } from 'node:stream';
import type { Ctx } from '#kit/server/ctx.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { SealBroken } from '#kit/server/secrets.ts';

/** Folders of the file store: of sealed mails, and of those that older versions left waiting as they came. */
export const ORIGINAL_FOLDER = 'inbound-originals';
export const PLAIN_FOLDER = 'inbound-mail';
const sealedFor = 'inbound mail';

export async function storeOriginal(ctx: Ctx, { name, raw }: { name: string; raw: Buffer }): Promise<string> {
  const stored = `${ORIGINAL_FOLDER}/${name}`;
  await filesOf(ctx.config).put(stored, Readable.from([ctx.secrets.sealBytes(sealedFor, raw)]));
  return stored;
}

/** Null: there is no such file. */
export async function storedBytes(ctx: Ctx, stored: string): Promise<Buffer | null> {
  const files = filesOf(ctx.config);
  if ((await files.stat(stored)) === null) return null;
  const parts: Buffer[] = [];
  for await (const part of await files.get(stored)) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

/** Null: its file is gone, or another key sealed it. */
export async function readOriginal(ctx: Ctx, stored: string): Promise<Buffer | null> {
  const bytes = await storedBytes(ctx, stored);
  return bytes === null || stored.startsWith(`${PLAIN_FOLDER}/`) ? bytes : openedBytes(ctx, { sealedFor, bytes });
}

/** Null: another key sealed it. */
export function openedBytes(ctx: Ctx, sealed: { sealedFor: string; bytes: Buffer }): Buffer | null {
  try {
    return ctx.secrets.openBytes(sealed.sealedFor, sealed.bytes);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}
