import type { State } from '#kit/ui/status.tsx';
import type { Operator } from './dashboard-data.hook.ts';

type Server = NonNullable<Operator['servers']>[number];

/** What the operator decided comes before what was measured; null while nobody asked the server yet. */
export function serverStatus({ state, health }: Pick<Server, 'state' | 'health'>): State | null {
  if (state === 'draining' || state === 'disabled') return state;
  if (state === 'retired') return 'archived';
  const measured: Readonly<Record<string, State>> = { healthy: 'healthy', degraded: 'strained', offline: 'unreachable' };
  return measured[health] ?? null;
}
