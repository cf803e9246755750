import { useNow } from '#ui/now.ts';
import { Ltr } from '#ui/parts.tsx';
import { useMeetingState } from '#ui/room-context.tsx';
import { clockOf } from '#ui/say-time.ts';

/** The clock of the engine, renewed twice a second. */
export const useEngineNow = (): number => useNow(500) + useMeetingState().skew;

/** A second that has begun is still there: five minutes begin with 5:00. */
export function GroupTimeLeft({ endsAt }: { endsAt: number }) {
  const now = useEngineNow();
  return <Ltr>{clockOf(Math.ceil((endsAt - now) / 1_000) * 1_000)}</Ltr>;
}
