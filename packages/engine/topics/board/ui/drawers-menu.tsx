import {
  IconCircle,
  IconCircleDotFilled,
  IconPlus,
  IconSquare,
  IconSquareCheckFilled,
  IconUsersGroup,
} from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { boardTopic } from '#topics/board/board.topic.ts';
import type { BoardDrawers } from '#topics/board/board-elements.ts';
import s from '#topics/board/ui/board.module.css';
import { useBoardText } from '#topics/board/ui/board-text.ts';
import { Dialog } from '#ui/dialog.tsx';
import f from '#ui/float.module.css';
import { Menu, MenuItem } from '#ui/menu.tsx';
import p from '#ui/parts.module.css';
import { Button, Face } from '#ui/parts.tsx';
import { useHint, useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { hands, isHandUp, type MeetingState, presentMembers } from '#ui/state.ts';
import { useOpenDialog } from '#ui/topics/dialog-place.tsx';

const choices = ['presenter', 'everyone', 'chosen'] as const;

function useDrawers() {
  const meeting = useMeeting();
  const { drawers } = useMeetingState().topics.board;
  const allow = (next: BoardDrawers) => void meeting.command(boardTopic.name, { do: 'allow', drawers: next });
  const turn = (id: string) => {
    const { chosen } = drawers;
    allow({ who: 'chosen', chosen: chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id] });
  };
  return { drawers, allow, turn };
}

/** Who draws now or wants to comes first; then who was chosen before. */
function offeredPeople(state: MeetingState, drawing: ReadonlySet<string>): string[] {
  const { chosen } = state.topics.board.drawers;
  const all = [...drawing, ...hands(state).map(({ id }) => id), ...chosen];
  const { presenter } = state.topics.presenter;
  return [...new Set(all)].filter((id) => id !== state.you && id !== presenter && id in state.members);
}

/** Says how many people can draw, and changes it. */
export function DrawersMenu() {
  const text = useBoardText();
  const state = useMeetingState();
  const { drawers, allow } = useDrawers();
  const [drawing, setDrawing] = useState<ReadonlySet<string>>(new Set());
  useHint(boardTopic.name, ({ by, hint }) => {
    if (drawing.has(by) === (hint !== null)) return;
    const next = new Set(drawing);
    if (hint === null) next.delete(by);
    else next.add(by);
    setDrawing(next);
  });
  const people = presentMembers(state).length;
  const chosen = drawers.chosen.filter((id) => id in state.members).length;
  const count = drawers.who === 'everyone' ? people : drawers.who === 'chosen' ? chosen + 1 : 1;
  const says = drawers.who === 'everyone' ? text('everyoneDraws') : text('canDraw', { count });
  return (
    <Menu
      label={text('whoDraws')}
      opener={(opener) => (
        <button {...opener} type="button" className={s.drawers} title={text('whoDraws')}>
          <IconUsersGroup size={16} stroke={1.75} aria-hidden="true" />
          <span className={p.cut}>{says}</span>
        </button>
      )}
    >
      {choices.map((who) => (
        <DrawersRow
          key={who}
          role="menuitemradio"
          now={drawers.who === who ? 'chosen' : 'other'}
          onChoose={() => allow({ ...drawers, who })}
        >
          {text(`who.${who}`)}
        </DrawersRow>
      ))}
      {drawers.who === 'chosen' && <ChosenRows ids={offeredPeople(state, drawing)} drawing={drawing} />}
    </Menu>
  );
}

function ChosenRows({ ids, drawing }: { ids: readonly string[]; drawing: ReadonlySet<string> }) {
  const text = useBoardText();
  const open = useOpenDialog();
  const state = useMeetingState();
  const { drawers, turn } = useDrawers();
  return (
    <>
      {ids.map((id) => {
        const name = state.members[id]?.name ?? '';
        const now = drawers.chosen.includes(id) ? 'chosen' : 'other';
        const isDrawing = now === 'chosen' && drawing.has(id);
        const note = isDrawing ? text('drawing') : isHandUp(state, id) ? text('handUp') : '';
        return (
          <DrawersRow key={id} role="menuitemcheckbox" now={now} onChoose={() => turn(id)} note={note}>
            <Face name={name} size={24} />
            <bdi className={p.cut}>{name}</bdi>
          </DrawersRow>
        );
      })}
      <MenuItem icon={IconPlus} onClick={() => open((close) => <AddPeopleDialog onClose={close} />)}>
        {text('addPeople')}
      </MenuItem>
    </>
  );
}

type RowProps = {
  role: 'menuitemradio' | 'menuitemcheckbox';
  now: 'chosen' | 'other';
  onChoose(): void;
  note?: string;
  children: ReactNode;
};
/** The menu stays open: one chooses several people. */
function DrawersRow({ role, now, onChoose, note, children }: RowProps) {
  const [On, Off] = role === 'menuitemradio' ? [IconCircleDotFilled, IconCircle] : [IconSquareCheckFilled, IconSquare];
  const Sign = now === 'chosen' ? On : Off;
  const checked = { role, 'aria-checked': now === 'chosen' };
  const choose = (event: MouseEvent) => {
    event.stopPropagation();
    onChoose();
  };
  return (
    <button type="button" {...checked} tabIndex={-1} className={f.item} onClick={choose}>
      <Sign size={16} stroke={1.75} aria-hidden="true" data-now={now} />
      <span className={s.drawer}>{children}</span>
      {note && <small className={s.note}>{note}</small>}
    </button>
  );
}

function AddPeopleDialog({ onClose }: { onClose(): void }) {
  const text = useBoardText();
  const state = useMeetingState();
  const { drawers, turn } = useDrawers();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLocaleLowerCase();
  const people = presentMembers(state).filter(
    ({ id, name }) => id !== state.you && id !== state.topics.presenter.presenter && name.toLocaleLowerCase().includes(wanted),
  );
  return (
    <Dialog
      title={text('addPeople')}
      onClose={onClose}
      actions={
        <Button look="accent" onClick={onClose}>
          {text('done')}
        </Button>
      }
    >
      <div className={f.fields}>
        <input
          className={f.link}
          data-safe
          type="search"
          aria-label={text('search')}
          placeholder={text('search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <ul className={s.people}>
          {people.map(({ id, name }) => (
            <li key={id}>
              <label className={f.check}>
                <input type="checkbox" checked={drawers.chosen.includes(id)} onChange={() => turn(id)} />
                <Face name={name} size={24} />
                <bdi className={p.cut}>{name}</bdi>
              </label>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
