import { IconChevronDown, IconDownload, IconFile, IconFiles, IconFileText, IconPlus, IconTrash } from '@tabler/icons-react';
import type { Deck } from '#topics/slides/slides.topic.ts';
import { ShareSlidesRows } from '#topics/slides/ui/room-parts.tsx';
import s from '#topics/slides/ui/slides.module.css';
import { useSlidesCommand, useSlidesText } from '#topics/slides/ui/slides-text.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Menu, MenuItem, MenuLine } from '#ui/menu.tsx';
import { Button } from '#ui/parts.tsx';
import p from '#ui/parts.module.css';
import { useMeetingState } from '#ui/room-context.tsx';
import { useOpenDialog } from '#ui/topics/dialog-place.tsx';

const withoutEnding = (name: string) => name.replace(/\.\w{2,4}$/, '');

/** The name of what is shown, and what can be done with it. While its pages are drawn it says how far they are. */
export function DeckMenu({ deck }: { deck: Deck }) {
  const text = useSlidesText();
  const drawn = deck.sizes.length;
  const progress = drawn > 0 && drawn < deck.pages ? text('progress', { drawn, pages: deck.pages }) : null;
  return (
    <Menu
      label={text('decks')}
      opener={(opener) => (
        <button {...opener} type="button" className={s.deck} title={progress ?? deck.name}>
          <IconFiles size={14} stroke={1.75} aria-hidden="true" />
          <bdi className={p.cut}>{withoutEnding(deck.name)}</bdi>
          <IconChevronDown size={12} stroke={1.75} aria-hidden="true" />
          {progress !== null && <progress value={drawn} max={deck.pages} aria-label={progress} />}
        </button>
      )}
    >
      <DeckRows deck={deck} />
    </Menu>
  );
}

function DeckRows({ deck }: { deck: Deck }) {
  const text = useSlidesText();
  const send = useSlidesCommand();
  const open = useOpenDialog();
  const { decks } = useMeetingState().topics.slides;
  const others = decks.filter(({ id }) => id !== deck.id);
  return (
    <>
      {others.map(({ id, name, kind }) => (
        <MenuItem
          key={id}
          icon={kind === 'blank' ? IconFile : IconFileText}
          onClick={() => send({ do: 'show', deck: id, page: 1 })}
        >
          <bdi>{name}</bdi>
        </MenuItem>
      ))}
      {others.length > 0 && <MenuLine />}
      <ShareSlidesRows />
      {deck.kind === 'blank' ? (
        <MenuItem icon={IconPlus} onClick={() => send({ do: 'add-page', deck: deck.id })}>
          {text('addPage')}
        </MenuItem>
      ) : (
        <MenuItem
          icon={IconDownload}
          checked={deck.downloadable}
          onClick={() => send({ do: 'allow-download', deck: deck.id, to: !deck.downloadable })}
        >
          {text('canDownload')}
        </MenuItem>
      )}
      {deck.removable && (
        <>
          <MenuLine />
          <MenuItem
            icon={IconTrash}
            look="danger"
            onClick={() => open((close) => <RemoveDeckDialog deck={deck} onClose={close} />)}
          >
            {text('remove')}
          </MenuItem>
        </>
      )}
    </>
  );
}

function RemoveDeckDialog({ deck, onClose }: { deck: Deck; onClose(): void }) {
  const text = useSlidesText();
  const send = useSlidesCommand();
  return (
    <Dialog
      title={text('removeTitle', { name: deck.name })}
      lead={text('removeLead')}
      onClose={onClose}
      actions={
        <>
          <Button data-safe onClick={onClose}>
            {text('keep')}
          </Button>
          <Button
            look="danger"
            onClick={() => {
              send({ do: 'remove', deck: deck.id });
              onClose();
            }}
          >
            {text('remove')}
          </Button>
        </>
      }
    />
  );
}
