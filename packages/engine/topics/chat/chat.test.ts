import { expect, test } from 'vitest';
import { type ChatState, CHAT_LENGTH, chatTopic } from '#topics/chat/chat.topic.ts';

const said = (id: number, text = 'x', by: string | null = 'ada') =>
  ({ event: { is: 'said', id: String(id), name: 'Ada', text }, by, at: id }) as const;
const after = (count: number, text?: string): ChatState =>
  Array.from({ length: count }, (_, i) => said(i, text)).reduce(chatTopic.reduce, chatTopic.empty);

test('the newest messages are kept, so many and so much', () => {
  expect([after(250).length, after(250)[0]?.id]).toEqual([200, '50']);
  expect(after(60, 'x'.repeat(CHAT_LENGTH))).toHaveLength(50);
});

test('a message is of its writer, and what a program says of nobody', () => {
  expect(chatTopic.reduce([], said(1, 'ring', null))).toEqual([{ id: '1', from: 'system', name: 'Ada', text: 'ring', at: 1 }]);
});

test('a message has at least one character and not too many', () => {
  const reads = (length: number) => chatTopic.command.safeParse({ do: 'say', text: 'x'.repeat(length) }).success;
  expect([reads(0), reads(CHAT_LENGTH), reads(CHAT_LENGTH + 1)]).toEqual([false, true, false]);
});
