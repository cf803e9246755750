import type { Engine } from '#server/model.ts';
import { tellMember, tellRoom } from '#server/members.ts';
import { noteSpeaking } from '#server/statistics.ts';
import { announceSource } from '#server/webhooks.ts';
import type { MediaEvents } from '#server/media/media.ts';

/** What the media part reports, brought to the people it concerns. `engine` is asked at each event, because it is made after the media part. */
export function mediaNews(engine: () => Engine): MediaEvents {
  return {
    published(seat, key) {
      engine().log('debug', 'source alive', { seat, key });
    },
    closed(id, key, why) {
      const seat = engine().seats.get(id);
      // `client` and `replaced` are our own doing; so is `engine` when the source was taken off the list before.
      const source = seat?.sources.get(key);
      if (why === 'client' || why === 'replaced' || seat === undefined || source === undefined) return;
      seat.sources.delete(key);
      announceSource(engine(), seat, { key, source, turned: 'off' });
      seat.line?.send({ t: 'pub-dead', key, by: null });
      tellMember(seat);
    },
    slots(id, map, paused) {
      const seat = engine().seats.get(id);
      if (seat === undefined) return;
      seat.slots = { rev: seat.slots.rev + 1, map, paused };
      seat.line?.send({ t: 'slots', ...seat.slots });
    },
    speaking(room, ids) {
      const meeting = [...engine().meetings.values()].find((candidate) => candidate.internalId === room);
      if (meeting === undefined) return;
      noteSpeaking(meeting, { ids, now: engine().clock.now() });
      tellRoom(meeting, { t: 'speaking', members: ids });
    },
    quality(id, quality) {
      const seat = engine().seats.get(id);
      if (seat === undefined) return;
      seat.connection = quality;
      tellMember(seat);
    },
    silent(seat) {
      engine().log('debug', 'no packets', { seat });
    },
  };
}
