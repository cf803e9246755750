import type { StatusState } from '#kit/ui/status.tsx';
import type { OperatorDashboard } from './dashboard-data.hook.ts';

type DashboardServer = NonNullable<OperatorDashboard['servers']>[number];

/** What the operator decided comes before what was measured; null while nobody asked the server yet. */
export function serverStatus({ state, health }: Pick<DashboardServer, 'state' | 'health'>): StatusState | null {
  if (state === 'draining' || state === 'disabled') return state;
  if (state === 'retired') return 'archived';
  const measured: Readonly<Record<string, StatusState>> = { healthy: 'healthy', degraded: 'strained', offline: 'unreachable' };
  return measured[health] ?? null;
}

/**
 * How full a server is, from 0 to 1: of the people it may carry, or without a limit beside the busiest of all. One that takes no
 * meetings and holds none is empty, and so is one that does not answer: what it last said is not so any more.
 */
export function fullness(server: Pick<DashboardServer, 'state' | 'health' | 'people' | 'maxPeople'>, busiest: number): number {
  if (serverStatus(server) === 'unreachable') return 0;
  const most = server.maxPeople ?? busiest;
  return most <= 0 ? 0 : Math.min(1, server.people / most);
}

const order: readonly (StatusState | null)[] = ['unreachable', 'strained', 'draining', 'healthy', 'disabled', 'archived', null];
/** What somebody has to do something about first; states that no server has are left out. */
export const countStates = (
  servers: readonly Pick<DashboardServer, 'state' | 'health'>[],
): { state: StatusState | null; count: number }[] =>
  order
    .map((state) => ({ state, count: servers.filter((one) => serverStatus(one) === state).length }))
    .filter(({ count }) => count > 0);
