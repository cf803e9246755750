import { IconX } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Deck } from '#topics/slides/slides.topic.ts';
import { addFiles } from '#topics/slides/ui/choose-files.ts';
import s from '#topics/slides/ui/slides.module.css';
import { useSlidesCommand, useSlidesText } from '#topics/slides/ui/slides-text.ts';
import { troubleKey } from '#topics/slides/ui/trouble-words.ts';
import { useEngineSession } from '#ui/engine-session.ts';
import p from '#ui/parts.module.css';
import { IconButton } from '#ui/parts.tsx';
import { useMeetingState } from '#ui/room-context.tsx';
import type { SlideUpload, SlideUploads } from '#ui/uploads.ts';
import { useWords } from '#ui/words.tsx';

/** Takes files that are dropped onto the page, and says how far those are that were chosen. */
export function IncomingFiles() {
  const { uploads } = useEngineSession();
  const list = useSyncExternalStore(uploads.subscribe, uploads.get);
  return (
    <>
      <DropTarget uploads={uploads} />
      <div className={s.incoming} role="status">
        {list.map((upload) => (
          <UploadRow key={upload.id} upload={upload} onDrop={() => uploads.drop(upload.id)} />
        ))}
      </div>
    </>
  );
}

/** It is shown as soon as the engine has it; its row goes when the first page is there. */
function useArrival({ deck: id, id: upload, then }: SlideUpload, onDrop: () => void) {
  const send = useSlidesCommand();
  const { decks, shown } = useMeetingState().topics.slides;
  const deck: Deck | undefined = decks.find((one) => one.id === id);
  const [asked, setAsked] = useState<number | null>(null);
  // the stage has the words for what went wrong with its file
  const ready = (deck?.sizes.length ?? 0) > 0 || (deck !== undefined && deck.trouble !== null && shown?.deck === deck.id);
  useEffect(() => {
    if (id === null || then === 'keep' || asked === upload) return;
    setAsked(upload);
    if (shown?.deck !== id) send({ do: 'show', deck: id, page: 1 });
  }, [id, then, shown, asked, upload, send]);
  useEffect(() => {
    if (ready) onDrop();
  }, [ready, onDrop]);
  return deck;
}

function UploadRow({ upload, onDrop }: { upload: SlideUpload; onDrop(): void }) {
  const text = useSlidesText();
  const { text: roomText } = useWords();
  const deck = useArrival(upload, onDrop);
  const trouble = upload.trouble ?? deck?.trouble ?? null;
  const percent = Math.floor(upload.sent * 100);
  const sent = upload.deck !== null;
  return (
    <div className={s.file} data-trouble={trouble !== null || undefined}>
      <bdi className={p.cut}>{upload.name}</bdi>
      <span>
        {trouble !== null
          ? text(troubleKey[trouble])
          : sent
            ? text('opening')
            : // read out by tens, not at each step
              text('sending', { percent: percent - (percent % 10) })}
      </span>
      <IconButton
        icon={IconX}
        size={28}
        label={trouble !== null || sent ? roomText('invite.close') : text('stopUpload')}
        onClick={onDrop}
      />
      {trouble === null && <progress value={sent ? undefined : upload.sent} aria-label={upload.name} />}
    </div>
  );
}

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

/** Covers the page while files are dragged over it; a file that misses it must not replace the meeting. */
function DropTarget({ uploads }: { uploads: SlideUploads }) {
  const text = useSlidesText();
  const [over, setOver] = useState(false);
  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      addFiles(uploads, event.dataTransfer?.files ?? []);
    };
    window.addEventListener('dragover', drag);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', drag);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [uploads]);
  return over && <div className={s.drop}>{text('drop')}</div>;
}
