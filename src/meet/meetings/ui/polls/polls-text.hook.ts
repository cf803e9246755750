import some from '../../text/en-US.json?only=polls&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('../../text/en-US.json', { with: { type: 'json' }});
const english: Pick<EnglishTexts, 'polls'> = some;
/** Words of the polls of past meetings. */
export const pollsText = textOf('meetings', english);
