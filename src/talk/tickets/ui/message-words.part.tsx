import { messageParagraphs } from './blocks/message-words.hook.ts';
import s from './ticket.module.css';

/** The words of a message: nothing of it is markup, and only addresses of the web can be followed. */
export function MessageWords({ text }: { text: string }) {
  return (
    <div className={s.words} dir="auto">
      {messageParagraphs(text).map((pieces, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes
        <p key={at} dir="auto">
          {pieces.map(({ text: words, href }, place) =>
            href === null ? (
              words
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes
              <a key={place} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
                {words}
              </a>
            ),
          )}
        </p>
      ))}
    </div>
  );
}
