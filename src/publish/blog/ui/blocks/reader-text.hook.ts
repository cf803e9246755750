import some from '../../text/en-US.json?only=read.post&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('../../text/en-US.json', { with: { type: 'json' }});
/** What readers see: the words for those who write stay out of their pages. */
const english: Pick<EnglishTexts, 'read' | 'post'> = some;
export const readerText = textOf('blog', english);
