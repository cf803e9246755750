/** What people edited or deleted in the chat is not in a published recording, neither in what players get nor in its files. */
import { rename, writeFile } from 'node:fs/promises';
import { EVENTS_FILE, eventLine, readEvents } from '#server/record/event-log.ts';
import type { LogEvent } from '#server/record/event-log.ts';

/** Each message as it read in the end; deleted ones are left out. */
export function withChatChanges(events: readonly LogEvent[]): LogEvent[] {
  const last = new Map(events.flatMap((one) => (one.type === 'chat-change' ? [[one.id, one.text] as const] : [])));
  return events.flatMap((one): LogEvent[] => {
    if (one.type === 'chat-change') return [];
    if (one.type !== 'chat') return [one];
    const text = last.has(one.id) ? last.get(one.id) : one.text;
    return typeof text === 'string' ? [{ ...one, text }] : [];
  });
}

/** Writes the log of a recording that is complete once more, where something in its chat was changed. */
export async function rewriteChat(folder: string): Promise<void> {
  const path = `${folder}/${EVENTS_FILE}`;
  const events = await readEvents(path);
  if (!events.some(({ type }) => type === 'chat-change')) return;
  await writeFile(`${path}.next`, Buffer.concat(withChatChanges(events).map(eventLine)), { flush: true });
  await rename(`${path}.next`, path);
}
