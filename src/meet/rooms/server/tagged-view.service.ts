/** A room as it would be to the asking person if it had other tags. */
import type { Ctx } from '#kit/server/ctx.ts';
import { isOwnTagged } from '../rooms.rules.ts';
import { askerOf, type RoomView, viewed } from './access.service.ts';

/** What the person would be to the room if it had these tags: rights that hang on others are gone then. */
export function asTagged(ctx: Ctx, view: RoomView, keys: readonly string[]): RoomView {
  return viewed(askerOf(ctx), { room: { ...view.row, tagKeys: [...keys] }, share: shareOf(view) });
}

/** Whether the room counts as the person's own for an action while it has tags of these keys. */
export function ownAsTagged(ctx: Ctx, view: RoomView): (action: string, keys: readonly string[]) => boolean {
  const known = new Map<string, RoomView>();
  return (action, keys) => {
    const name = keys.join(',');
    const then = known.get(name) ?? asTagged(ctx, view, keys);
    known.set(name, then);
    return isOwnTagged(then.role, then.part, action);
  };
}
const shareOf = ({ part }: RoomView) => (part === 'co-owner' || part === 'moderator' || part === 'participant' ? part : null);
