import { clientOf } from '#kit/api.ts';
import { noSlots, type ShellSlots } from './shell/slots.ts';

/** What the domains put into the frame. */
export const slots: ShellSlots = {
  ...noSlots,
  switchAccount: async ({ api, accountId }) => {
    // only who has several accounts needs the contract in the frame
    const { identityCalls } = await import('#core/identity/identity.contract.ts');
    await clientOf({ identity: identityCalls }, api).identity.switchAccount({ body: { accountId } });
  },
};
