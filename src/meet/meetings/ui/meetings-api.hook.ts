import type { Client } from '#kit/contract.ts';
import { meetingsCalls } from '../meetings.contract.ts';

/** The part of the contract that these screens speak. */
export const meetingsApi = { meetings: meetingsCalls };
export type MeetingsClient = Client<typeof meetingsApi>;
