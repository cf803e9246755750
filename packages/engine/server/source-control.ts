/** What moderators and locks do to the sources of somebody else. */
import { tellMember } from '#server/members.ts';
import type { Engine, MeetingSeat, SeatSource } from '#server/model.ts';
import { announceMute, announceSource } from '#server/webhooks.ts';

/** `by`: the moderator, or who steers from outside. */
export type SourceDeed = { engine: Engine; by: Pick<MeetingSeat, 'id'>; target: MeetingSeat };

/** Mutes a person's microphone; only they open it again. */
export function muteMics({ engine, by, target }: SourceDeed): void {
  const open = [...target.sources].filter(([, source]) => source.kind === 'mic' && !source.muted);
  for (const [key, source] of open) {
    source.muted = true;
    engine.media.block(target.id, key, true);
    target.line?.send({ t: 'muted', key, by: by.id });
    announceMute(engine, target, source);
  }
  if (open.length > 0) tellMember(target);
}

/** Closes a person's sources of these kinds. */
export function stopSources({ engine, by, target }: SourceDeed, kinds: readonly SeatSource['kind'][]): void {
  const meant = [...target.sources].filter(([, source]) => kinds.includes(source.kind));
  for (const [key, source] of meant) {
    target.sources.delete(key);
    announceSource(engine, target, { key, source, turned: 'off' });
    engine.media.unpublish(target.id, key);
    target.line?.send({ t: 'pub-dead', key, by: by.id });
  }
  if (meant.length > 0) tellMember(target);
}
