import type { Client } from '#kit/contract.ts';
import { recordingsCalls } from '../recordings.contract.ts';

/** The part of the contract that these screens speak. Apart from the queries, which the public player does without. */
export const recordingsApi = { recordings: recordingsCalls };
export type RecordingsClient = Client<typeof recordingsApi>;
