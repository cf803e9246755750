import most from '../text/en-US.json?without=after.period.polls.steer&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('../text/en-US.json', { with: { type: 'json' }});
/** Without what few see: these words come with every door. */
const english: Omit<EnglishTexts, 'after' | 'period' | 'polls' | 'steer'> = most;
export const meetingsText = textOf('meetings', english);
export type MeetingsSay = ReturnType<typeof meetingsText>;
