import { IconDotsVertical, IconDownload, IconEraser, IconFile, IconTag, IconTrash } from '@tabler/icons-react';
import { boardTopic } from '#topics/board/board.topic.ts';
import { boardPageOf } from '#topics/board/board-elements.ts';
import type { BoardCommand } from '#topics/board/ui/board-changes.ts';
import s from '#topics/board/ui/board.module.css';
import { useDeckPdf } from '#topics/board/ui/board-pdf.ts';
import { useBoardText } from '#topics/board/ui/board-text.ts';
import type { PageLayer } from '#topics/slides/ui/page-layer.ts';
import { useSlidesCommand, useSlidesText } from '#topics/slides/ui/slides-text.ts';
import { Menu, MenuItem, MenuLine } from '#ui/menu.tsx';
import { IconButton } from '#ui/parts.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { isHost, may } from '#ui/state.ts';

type MenuProps = { page: PageLayer; names: 'shown' | 'hidden'; onNames(names: 'shown' | 'hidden'): void };

/** What is rarely wanted while drawing. */
export function BoardMenu({ page, names, onNames }: MenuProps) {
  const text = useBoardText();
  const meeting = useMeeting();
  const state = useMeetingState();
  const key = boardPageOf({ deck: page.shown.deck.id, page: page.shown.page });
  const send = (command: BoardCommand) => void meeting.command(boardTopic.name, command);
  const { deck } = page.shown;
  const pdf = useDeckPdf(deck);
  const mayDownload = may(state, 'present') || deck.downloadable || deck.kind === 'blank';
  return (
    <>
      <Menu
        label={text('more')}
        opener={(opener) => (
          <IconButton {...opener} icon={IconDotsVertical} size={28} label={text('more')} title={text('more')} />
        )}
      >
        <MenuItem icon={IconTag} checked={names === 'shown'} onClick={() => onNames(names === 'shown' ? 'hidden' : 'shown')}>
          {text('cursorNames')}
        </MenuItem>
        {may(state, 'present') && <BlankPageItem page={page} />}
        {mayDownload && (
          <MenuItem icon={IconDownload} onClick={() => void pdf.download()}>
            {text('pdf')}
          </MenuItem>
        )}
        <MenuLine />
        <MenuItem icon={IconEraser} onClick={() => send({ do: 'clear', page: key, whose: 'own' })}>
          {text('clearOwn')}
        </MenuItem>
        {(may(state, 'present') || isHost(state)) && (
          <MenuItem icon={IconTrash} look="danger" onClick={() => send({ do: 'clear', page: key, whose: 'all' })}>
            {text('clearPage')}
          </MenuItem>
        )}
      </Menu>
      <span className={s.pdf} role="status">
        {pdf.state !== 'none' && text(`pdfStates.${pdf.state}`)}
      </span>
    </>
  );
}

/** A page cannot be put between those of a document, so there it is a document of its own. */
function BlankPageItem({ page: { shown } }: { page: PageLayer }) {
  const text = useSlidesText();
  const send = useSlidesCommand();
  const { deck } = shown;
  const add = () => {
    if (deck.kind === 'document') return send({ do: 'add-blank', name: text('blank') });
    send({ do: 'add-page', deck: deck.id });
    send({ do: 'show', deck: deck.id, page: deck.pages + 1 });
  };
  return (
    <MenuItem icon={IconFile} onClick={add}>
      {text(deck.kind === 'document' ? 'blank' : 'addPage')}
    </MenuItem>
  );
}
