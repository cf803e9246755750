import { type Ref, type RefObject, useImperativeHandle } from 'react';

export type OpenerRef = RefObject<HTMLButtonElement | null>;
type Props = { ref?: Ref<HTMLButtonElement | null>; button: OpenerRef };
/** Tells what opens where its button is; the button itself stands outside, and there before what it opens is loaded. */
export function OutsideAnchor({ ref, button }: Props) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current, [button]);
  return null;
}
