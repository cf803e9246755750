import { mayWatch } from '#server/members.ts';
import type { Engine } from '#server/model.ts';

/** Gives the media part the rule of who sees what; again whenever roles change, because it keeps what it was told. */
export function setVisibility(engine: Engine): void {
  engine.media.canSee((viewerId, source) => {
    const viewer = engine.seats.get(viewerId);
    const owner = engine.seats.get(source.seat);
    return viewer !== undefined && owner !== undefined && mayWatch(viewer, owner, source.key);
  });
}
