/** A BBB server that sends recordings of one account, for tests. */
import fs from 'node:fs';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import { buildSender, packed, type Published, temporaryFolder, usualFormats, writePublished } from '../published.factory.ts';
import { buildRecordingServer, recordingsApi, worldWithFiles } from '../recordings.factory.ts';

export const recordId = 'abc0123456789-1531155809613';
export const day = 86_400_000;

export async function uploadStage(env: Record<string, string> = {}) {
  const world = await worldWithFiles(env);
  const owner = await buildPerson(world);
  const lead = await buildPerson(world, { colleagueOf: owner, role: 'admin' });
  const server = await buildRecordingServer(world);
  const sender = await buildSender(world, server.row.id);
  const formats = new Map(usualFormats(recordId, owner.accountId).map((one) => [one.format, one]));
  const root = temporaryFolder();
  const of = (format: string): Published => {
    const found = formats.get(format);
    if (found === undefined) throw new Error('no such format');
    return found;
  };
  const fileOf = (format: string) => packed(writePublished(root, of(format)));
  const stored = () =>
    fs
      .readdirSync(world.folder, { recursive: true })
      .map(String)
      .filter((name) => /\.|-/.test(name))
      .toSorted();
  const parts = () => stored().filter((name) => name.startsWith('uploads/') && name.split('/').length === 3);
  return { world, owner, server, sender, of, fileOf, parts, api: recordingsApi(world, lead) };
}

/** Status and word of a refusal. */
export const refusalOf = (answer: { statusCode: number; headers: Record<string, unknown> }) => [
  answer.statusCode,
  answer.headers['atrium-refusal'],
];
