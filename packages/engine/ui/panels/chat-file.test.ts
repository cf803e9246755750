import { expect, test } from 'vitest';
import { chatFile } from '#ui/panels/chat-file.ts';
import type { ChatMessage } from '#topics/chat/chat.topic.ts';

const message = (id: string, change: Partial<ChatMessage>): ChatMessage => ({
  id,
  from: 'a',
  name: 'Ada',
  text: 'hello',
  at: 1,
  ...change,
});

test('a saved chat has names and times, what was answered, and nothing of what was deleted', () => {
  const messages = [
    message('1', { text: 'two\nlines', name: 'Омар حداد' }),
    message('2', { replyTo: '1', edited: true }),
    message('3', { text: '', deleted: 'by-host' }),
    message('4', { replyTo: 'long gone' }),
  ];
  const words = { text: (key: string) => key, clock: () => '10:06' };
  expect(chatFile('Lesson', messages, words).split('\n\n')).toEqual([
    'Lesson',
    '[10:06] Омар حداد\ntwo\nlines',
    '[10:06] Ada\n> Омар حداد: two\n> lines\nhello (chat.edited)',
    '[10:06] Ada\nchat.deletedByHost',
    '[10:06] Ada\nhello\n',
  ]);
});
