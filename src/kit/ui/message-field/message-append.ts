import { type MessageDoc, parseMessageDoc } from '#kit/message-doc.contract.ts';
import { messageOfText } from '#kit/message-text.ts';
import { isBlankMessage, type MessageDraft } from './message-draft.ts';

/** What is written, and after an empty line the text. */
export function withText(draft: MessageDraft, text: string): MessageDraft {
  if (isBlankMessage(draft)) return { text, doc: null };
  const joined = `${draft.text}\n\n${text}`;
  const before = parseMessageDoc(draft.doc);
  if (before === null) return { text: joined, doc: null };
  const content: MessageDoc['content'] = [...before.content, { type: 'paragraph' }, ...messageOfText(text).content];
  return { text: joined, doc: { version: 1, content } };
}
