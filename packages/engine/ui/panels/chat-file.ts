/** A conversation as a text file: what the person sees, with times and names. */
import type { ChatMessage } from '#topics/chat/chat.topic.ts';
import type { EngineText } from '#ui/text.ts';

type FileWords = { text: EngineText; clock(at: number): string };

export function chatFile(title: string, messages: readonly ChatMessage[], { text, clock }: FileWords): string {
  const wordsOf = ({ text: said, deleted, edited }: ChatMessage): string => {
    if (deleted !== undefined) return text(deleted === 'by-host' ? 'chat.deletedByHost' : 'chat.deleted');
    return edited ? `${said} (${text('chat.edited')})` : said;
  };
  const blocks = messages.map((message) => {
    const answered = messages.find(({ id }) => id === message.replyTo);
    const quote = answered && `> ${answered.name}: ${wordsOf(answered).replaceAll('\n', '\n> ')}`;
    return [`[${clock(message.at)}] ${message.name}`, ...(quote === undefined ? [] : [quote]), wordsOf(message)].join('\n');
  });
  return `${[title, ...blocks].join('\n\n')}\n`;
}
