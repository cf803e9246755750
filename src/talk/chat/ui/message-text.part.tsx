import { useAuth } from '#kit/ui/auth/auth.tsx';
import { linkedPieces } from '#talk/tickets/ui/blocks/message-words.hook.ts';
import type { ChatPerson } from '../chat-views.contract.ts';
import { mentionPieces } from './message-book.hook.ts';
import s from './thread.module.css';

/** The words of a message: nothing of it is markup; addresses of the web can be followed, and whom it mentions stands out. */
export function MessageText({ text, mentioned }: { text: string; mentioned: readonly ChatPerson[] }) {
  const { user } = useAuth();
  return (
    <p className={s.words} dir="auto">
      {linkedPieces(text).map(({ text: words, href }, place) =>
        href === null ? (
          mentionPieces(words, mentioned).map(({ text: piece, userId }, at) =>
            userId === null ? (
              piece
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name
              <b key={`${place}.${at}`} className={s.mention} data-me={userId === user?.id || undefined}>
                <bdi>{piece}</bdi>
              </b>
            ),
          )
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name
          <a key={place} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
            {words}
          </a>
        ),
      )}
    </p>
  );
}
