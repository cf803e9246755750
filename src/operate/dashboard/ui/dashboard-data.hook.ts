import { useQueryClient } from '@tanstack/react-query';
import type { Client } from '#kit/contract.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { meetingsCalls } from '#meet/meetings/meetings.contract.ts';
import { roomsCalls } from '#meet/rooms/rooms.contract.ts';
import { type Dashboard, dashboardCalls } from '../dashboard.contract.ts';

/** The part of the contract that this screen speaks. */
export const dashboardApi = { dashboard: dashboardCalls, rooms: roomsCalls, meetings: meetingsCalls };

export type CustomerDashboard = Extract<Dashboard, { kind: 'customer' }>;
export type OperatorDashboard = Extract<Dashboard, { kind: 'operator' }>;
export type LiveMeeting = Dashboard['live'][number];
export type QuickRoom = CustomerDashboard['quickStart'][number];
export type WaitingItem = CustomerDashboard['waiting'][number];

/** Stands in the data area of meetings, so that every change there refreshes it. */
export const dashboardQuery = (api: Client<typeof dashboardApi>) =>
  callQuery({ area: 'bigbluebutton', name: 'dashboard.get', call: api.dashboard.get, input: {} });

export function useDashboardRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['bigbluebutton'] });
}
