/** What exporting and erasing an account need of its recordings; across accounts, for jobs and the owner's preview. */
import * as recordings from './ending.queries.ts';

export const leftRecordings = recordings.leftRecordings;
export const markDeleting = recordings.markDeleting;
/** How many an account keeps, as far as is counted. */
export const totalRecordings = recordings.totalRecordings;
export const recordingIdsOf = recordings.recordingIdsOf;
/** Recordings of somebody who leaves go to another person. */
export const giveRecordings = recordings.giveRecordings;
