import { Failure } from '#kit/errors.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import type { HolderSource } from '#sales/plans/ui/blocks/plan-slots.hook.ts';
import { MOVE_NOTICE_DAYS, planMovesCalls } from '../../migrate-version.contract.ts';
import { sellerApi } from './seller-queries.hook.ts';

const movesApi = { planMoves: planMovesCalls };
/** Null too for a reader without the permission to see the seller. */
async function sellerCurrency(api: LoadContext['api']): Promise<string | null> {
  try {
    return (await api(sellerApi).billing.seller()).seller?.currency ?? null;
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_allowed') return null;
    throw error;
  }
}
/** Who holds which version of a plan, and what the seller sells in, for the plan's page. */
export const planHolders = (api: LoadContext['api']): HolderSource => {
  const { planMoves } = api(movesApi);
  return {
    held: async (id) => (await planMoves.holders({ params: { id } })).versions,
    move: ({ planId, ...body }) => planMoves.move({ params: { id: planId }, body }),
    currency: () => sellerCurrency(api),
    noticeDays: MOVE_NOTICE_DAYS,
  };
};
