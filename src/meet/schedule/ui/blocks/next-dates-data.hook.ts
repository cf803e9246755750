import type { Client } from '#kit/contract.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { scheduleCalls } from '../../schedule.contract.ts';

export const nextDatesApi = { schedule: scheduleCalls };
const shown = 5;

/** The dates that come next; `roomId` null: of all rooms that one sees. */
export const nextDatesQuery = ({ schedule }: Client<typeof nextDatesApi>, roomId: string | null) =>
  callQuery({
    area: 'bigbluebutton',
    name: 'schedule.upcoming',
    call: schedule.upcoming,
    input: { query: { limit: shown, ...(roomId !== null && { room: roomId }) } },
  });
