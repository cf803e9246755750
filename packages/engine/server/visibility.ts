import { mayWatch } from '#server/members.ts';
import type { Engine } from '#server/model.ts';

/** Gives the media part the rule of who sees what. Call it again whenever roles change, so that running streams follow. */
export function setVisibility(engine: Engine): void {
  engine.media.canSee((viewerId, source) => {
    const viewer = engine.seats.get(viewerId);
    const owner = engine.seats.get(source.seat);
    return viewer !== undefined && owner !== undefined && mayWatch(viewer, owner, source.key);
  });
}
