import type { LoadContext } from '#kit/ui/screen.ts';
import type { HolderSource } from '#sales/plans/ui/blocks/plan-slots.hook.ts';
import { MOVE_NOTICE_DAYS, planMovesCalls } from '../../migrate-version.contract.ts';

const movesApi = { planMoves: planMovesCalls };
/** Who holds which version of a plan, for the plan's page. */
export const planHolders = (api: LoadContext['api']): HolderSource => {
  const { planMoves } = api(movesApi);
  return {
    held: async (id) => (await planMoves.holders({ params: { id } })).versions,
    move: ({ planId, ...body }) => planMoves.move({ params: { id: planId }, body }),
    noticeDays: MOVE_NOTICE_DAYS,
  };
};
