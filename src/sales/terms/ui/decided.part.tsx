import { useTimeText } from '#kit/ui/time.tsx';
import { decidedText } from './decided-text.hook.ts';

type Props = { of: { by: string | null; at: number; reason: string } };
/** Who decided something, when, and why. */
export function Decided({ of }: Props) {
  const say = decidedText();
  const day = useTimeText()(of.at, 'day');
  return (
    <>
      <p className="tiny quiet">
        {of.by === null ? say('customer.decided', { day }) : say('customer.decidedBy', { by: of.by, day })}
      </p>
      <p className="tiny quiet" dir="auto">
        {of.reason}
      </p>
    </>
  );
}
