import { IconBan, IconCircleCheck, IconCircleX, IconFileText, IconPlayerPause } from '@tabler/icons-react';
import { Tag, type TagHue } from '#kit/ui/bits.tsx';
import { type StatusEntry, type StatusLook, StatusShape } from '#kit/ui/status-shape.tsx';
import type { CustomerItem } from '../vendors.contract.ts';
import type { VendorState } from '../vendors.rules.ts';
import { vendorsText } from './vendors-text.hook.ts';

const entries = {
  applied: { hue: 'blue', icon: IconFileText },
  rejected: { hue: 'grey', icon: IconCircleX },
  active: { hue: 'green', icon: IconCircleCheck },
  suspended: { hue: 'amber', icon: IconPlayerPause },
  terminated: { hue: 'grey', icon: IconBan },
} satisfies Record<VendorState, StatusEntry>;

/** How a vendor stands: word, icon and colour. */
export function VendorStatus({ of, look = 'pill' }: { of: VendorState; look?: StatusLook }) {
  const say = vendorsText();
  return <StatusShape {...entries[of]} look={look} word={say(`state.${of}`)} />;
}

const hues: Readonly<Record<CustomerItem['state'], TagHue>> = {
  active: 'green',
  pending: 'blue',
  suspended: 'amber',
  closed: 'grey',
};
/** How a customer of a vendor stands. */
export function CustomerStatus({ of }: { of: CustomerItem['state'] }) {
  const say = vendorsText();
  return <Tag hue={hues[of]}>{say(`state.${of}`)}</Tag>;
}
