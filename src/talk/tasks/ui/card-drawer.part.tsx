import { Button } from '@mantine/core';
import { IconArchive, IconCheck, IconCircleCheck, IconRotate, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Failure } from '#kit/errors.ts';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { Banner, Bone } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { MenuItem, MenuLabel } from '#kit/ui/overlay/menu-parts.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useSteadyAnswer } from '#kit/ui/query/query.ts';
import { DotsMenu } from './dots-menu.part.tsx';
import type { CardDetail } from '../tasks-views.contract.ts';
import type { CardWords } from './card-words.hook.ts';
import { type CardChange, useBoard } from './board.hook.ts';
import s from './card-drawer.module.css';
import { CardFields } from './card-fields.part.tsx';
import { CardFiles, CardSteps } from './card-steps.part.tsx';
import { CardTalk } from './card-talk.part.tsx';
import { CardText } from './card-text.part.tsx';
import type { CardPlace } from './lifting.hook.ts';
import { cardQuery, tasksApi } from './tasks-data.hook.ts';
import { tasksText } from './tasks-text.hook.ts';

export type ChangeCard = (change: CardChange) => void;
type MoveCard = (card: CardDetail['card'], place: CardPlace) => Promise<void>;
type CardDrawerProps = { id: string; move: MoveCard; onClose: () => void };

/** Takes the focus, gives it back to the card it was opened from; Escape closes, except where something stands above. */
function useDrawerFocus(id: string, onClose: () => void) {
  const box = useRef<HTMLElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    box.current?.focus();
    return () => {
      const card = document.querySelector(`[data-card="${CSS.escape(id)}"] button`);
      if (card instanceof HTMLElement) card.focus();
    };
  }, [id]);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('dialog[open], [role="menu"]') === null)
        close.current();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
  return box;
}

function useArchive(detail: CardDetail, onClose: () => void): () => Promise<void> {
  const say = tasksText();
  const toast = useToast();
  const { change } = useBoard();
  const { id, title } = detail.card;
  return async () => {
    if (!(await change(id, { place: 'archive' }))) return;
    onClose();
    toast({ text: say('archive.cardDone', { title }), undo: async () => void (await change(id, { place: 'board' })) });
  };
}

type HeadProps = { detail: CardDetail | null; saved: CardWords['state']; move: MoveCard; onClose: () => void };
function DrawerHead({ detail, saved, move, onClose }: HeadProps) {
  const say = tasksText();
  const { view } = useBoard();
  const lists = view.lists.filter(({ id }) => id !== detail?.card.listId);
  const list = view.lists.find(({ id }) => id === detail?.card.listId)?.name;
  return (
    <header className={s.head}>
      <p className="grow small soft cut" id="card-place">
        <DotLine>
          {view.board.name}
          {list}
        </DotLine>
      </p>
      <span className={s.saved} role="status">
        {saved === 'saved' && (
          <>
            <IconCheck size={14} stroke={2} aria-hidden="true" />
            {say('card.saved')}
          </>
        )}
      </span>
      {detail !== null && view.board.rights.edit && detail.archivedAt === null && lists.length > 0 && (
        <DotsMenu label={say('card.menu')}>
          {() => (
            <>
              <MenuLabel>{say('card.moveTo')}</MenuLabel>
              {lists.map(({ id, name }) => (
                <MenuItem
                  key={id}
                  onClick={() =>
                    void move(detail.card, { listId: id, index: view.cards.filter(({ listId }) => listId === id).length })
                  }
                >
                  <bdi>{name}</bdi>
                </MenuItem>
              ))}
            </>
          )}
        </DotsMenu>
      )}
      <IconButton size={40} aria-label={say('dialog.close')} onClick={onClose}>
        <IconX size={18} stroke={1.75} />
      </IconButton>
    </header>
  );
}

type CardProps = { detail: CardDetail; change: ChangeCard; onClose: () => void };
function Foot({ detail, change, onClose }: CardProps) {
  const say = tasksText();
  const archive = useArchive(detail, onClose);
  const done = detail.card.doneAt !== null;
  if (detail.archivedAt !== null)
    return (
      <footer className={s.foot}>
        <span className="grow soft small">{say('archive.isArchived')}</span>
        <Button onClick={() => change({ place: 'board' })}>{say('archive.restore')}</Button>
      </footer>
    );
  return (
    <footer className={s.foot}>
      <Button
        variant={done ? 'default' : 'filled'}
        leftSection={done ? <IconRotate size={16} stroke={1.75} /> : <IconCircleCheck size={16} stroke={1.75} />}
        onClick={() => change({ state: done ? 'open' : 'done' })}
      >
        {say(done ? 'card.reopen' : 'card.markDone')}
      </Button>
      <span className="grow" />
      <IconButton size={40} aria-label={say('archive.card')} title={say('archive.card')} onClick={() => void archive()}>
        <IconArchive size={18} stroke={1.75} />
      </IconButton>
    </footer>
  );
}

type BodyProps = CardProps & { onState: (state: CardWords['state']) => void };
function Body({ detail, change, onClose, onState }: BodyProps) {
  const { view, trouble } = useBoard();
  return (
    <>
      <div className={s.body}>
        {trouble !== null && <Banner hue="red">{trouble}</Banner>}
        <CardText part="title" {...{ detail, onState }} />
        <CardFields {...{ detail, change }} />
        <CardText part="text" {...{ detail, onState }} />
        <CardSteps {...{ detail, change }} />
        <CardFiles {...{ detail, change }} />
        <CardTalk detail={detail} />
      </div>
      {view.board.rights.edit && <Foot {...{ detail, change, onClose }} />}
    </>
  );
}

/** A card beside the board: everything of it, changed in place. */
export function CardDrawer({ id, move, onClose }: CardDrawerProps) {
  const say = tasksText();
  const failureText = useFailureText(say);
  const board = useBoard();
  const box = useDrawerFocus(id, onClose);
  const query = useQuery(cardQuery(useApi(tasksApi), id));
  const detail = useSteadyAnswer(query);
  const { error } = query;
  const [saved, setSaved] = useState<CardWords['state']>('still');
  const onState = useCallback(
    (state: CardWords['state']) => setSaved((now) => (state === 'still' && now === 'changed' ? now : state)),
    [],
  );
  const change: ChangeCard = (body) => void board.change(id, body);
  const gone = error instanceof Failure && error.code === 'not_found';
  return (
    <section
      ref={box}
      className={s.drawer}
      role="dialog"
      aria-label={detail?.card.title ?? say('title')}
      aria-describedby="card-place"
      tabIndex={-1}
    >
      <DrawerHead detail={detail ?? null} {...{ saved, move, onClose }} />
      {detail === undefined ? (
        <div className={s.body}>
          {error === null ? (
            <Bone w="100%" h={320} />
          ) : (
            <Banner hue="red">{gone ? say('errors.gone') : failureText(error)}</Banner>
          )}
        </div>
      ) : (
        <Body key={id} {...{ detail, change, onClose, onState }} />
      )}
    </section>
  );
}
