import { IconArrowRight, IconHome, IconPencil } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { GROUPS, type GroupPerson } from '#topics/groups/group-schemas.ts';
import { type ChipDrag, useChipDrag } from '#topics/groups/ui/chip-drag.ts';
import type { PlannedGroups } from '#topics/groups/ui/group-draft.ts';
import s from '#topics/groups/ui/groups.module.css';
import { groupName, useGroupsText } from '#topics/groups/ui/groups-text.ts';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { Face, Hidden, IconButton } from '#ui/parts.tsx';

/** For a field that a press puts in the place of its button. */
export const takeFocus = (field: HTMLInputElement | null): void => field?.focus();

/** A place on the board: the index of a group, or null for those in none. */
type BoardPlace = number | null;
type GroupBoardProps = {
  groups: PlannedGroups;
  outside: readonly GroupPerson[];
  move(people: readonly GroupPerson[], to: BoardPlace): void;
  rename(at: number, name: string): void;
  /** What becomes of those who are in no group. */
  hint: string;
  children?: ReactNode;
};

/** Groups and the people in them, who are moved by drag or from the menu of a person; several with Ctrl. */
export function GroupBoard({ groups, outside, move, rename, hint, children }: GroupBoardProps) {
  const text = useGroupsText();
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [moved, setMoved] = useState('');
  const everybody = [...groups.flatMap(({ people }) => people), ...outside];
  const names = groups.map(({ name }, at) => groupName(text, { id: at + 1, name }));
  const moveTo = (key: string, to: BoardPlace) => {
    const keys = selected.includes(key) ? selected : [key];
    const people = everybody.filter((person) => keys.includes(person.key));
    move(people, to);
    setSelected([]);
    const group = (to === null ? undefined : names[to]) ?? text('mainRoom');
    setMoved(people.map(({ name }) => text('moved', { name, group })).join(', '));
  };
  const { drag, handlers } = useChipDrag((key, place) => moveTo(key, place === 'outside' ? null : Number(place)));
  const board = useRef<HTMLDivElement>(null);
  useFocusAfterMove(board, groups);
  const select = (key: string) =>
    setSelected(selected.includes(key) ? selected.filter((one) => one !== key) : [...selected, key]);
  const chip = (person: GroupPerson, place: BoardPlace) => (
    <Chip key={person.key} person={person} place={place} names={names} selected={selected} select={select} moveTo={moveTo} />
  );
  return (
    <div ref={board} className={s.board} data-dragging={drag !== null || undefined} {...handlers}>
      <ul className={s.groups}>
        {groups.map((group, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place in the list
          <li key={at} className={s.group} data-place={at} data-over={drag?.over === String(at) || undefined}>
            <GroupHead group={group} label={names[at] ?? ''} rename={(name) => rename(at, name)} />
            <ul className={s.chips} aria-label={names[at]}>
              {group.people.map((person) => chip(person, at))}
            </ul>
          </li>
        ))}
      </ul>
      <div className={s.aside}>
        <section className={s.outside} data-place="outside" data-over={drag?.over === 'outside' || undefined}>
          <h3>
            {text('outside')}
            <span>{outside.length}</span>
          </h3>
          <ul className={s.chips} aria-label={text('outside')}>
            {outside.map((person) => chip(person, null))}
          </ul>
          <p>{hint}</p>
        </section>
        {children}
      </div>
      <DraggedChip drag={drag} people={everybody} selected={selected} />
      <Hidden>
        <span role="status">{moved}</span>
      </Hidden>
    </div>
  );
}

type DraggedChipProps = { drag: ChipDrag | null; people: readonly GroupPerson[]; selected: readonly string[] };
function DraggedChip({ drag, people, selected }: DraggedChipProps) {
  const dragged = people.find(({ key }) => key === drag?.chip);
  if (drag === null || dragged === undefined) return null;
  return (
    <span className={`${s.chip} ${s.ghost}`} style={{ left: drag.x, top: drag.y }} aria-hidden="true">
      <ChipFace person={dragged} />
      {selected.includes(dragged.key) && selected.length > 1 && <b>{selected.length}</b>}
    </span>
  );
}

/** A chip that was moved from its menu is drawn elsewhere, and the focus with it. */
function useFocusAfterMove(board: React.RefObject<HTMLDivElement | null>, groups: PlannedGroups): void {
  const last = useRef<string | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const isOfChip = target instanceof Element && target.closest('[role="menu"], [data-chip]') !== null;
      const chip = isOfChip ? target.closest('li')?.querySelector<HTMLElement>('[data-chip]') : null;
      last.current = chip?.dataset['chip'] ?? null;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    if (groups.length === 0 || last.current === null || document.activeElement?.closest('[data-chip]')) return;
    board.current?.querySelector<HTMLElement>(`[data-chip="${CSS.escape(last.current)}"]`)?.focus();
  }, [board, groups]);
}

type ChipProps = {
  person: GroupPerson;
  place: BoardPlace;
  names: readonly string[];
  selected: readonly string[];
  select(key: string): void;
  moveTo(key: string, to: BoardPlace): void;
};
function Chip({ person, place, names, selected, select, moveTo }: ChipProps) {
  const text = useGroupsText();
  const press = (event: MouseEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    select(person.key);
  };
  const isSelected = selected.includes(person.key);
  return (
    <li>
      <Menu
        label={text('movePerson', { name: person.name })}
        opener={(opener) => (
          <button
            {...opener}
            type="button"
            className={s.chip}
            data-chip={person.key}
            data-selected={isSelected || undefined}
            onClick={press}
          >
            <ChipFace person={person} />
          </button>
        )}
      >
        {names.map(
          (group, to) =>
            to !== place && (
              <MenuItem key={group} icon={IconArrowRight} onClick={() => moveTo(person.key, to)}>
                {text('moveTo', { group })}
              </MenuItem>
            ),
        )}
        {place !== null && (
          <MenuItem icon={IconHome} onClick={() => moveTo(person.key, null)}>
            {text('moveTo', { group: text('mainRoom') })}
          </MenuItem>
        )}
      </Menu>
    </li>
  );
}

function ChipFace({ person: { name } }: { person: GroupPerson }) {
  return (
    <>
      <Face name={name} size={20} />
      <bdi>{name}</bdi>
    </>
  );
}

type GroupHeadProps = { group: PlannedGroups[number]; label: string; rename(name: string): void };
function GroupHead({ group, label, rename }: GroupHeadProps) {
  const text = useGroupsText();
  const [isNaming, setNaming] = useState(false);
  const end = (name: string) => {
    setNaming(false);
    if (name.trim() !== group.name) rename(name);
  };
  return (
    <div className={s.groupHead}>
      {isNaming ? (
        <input
          ref={takeFocus}
          aria-label={text('nameOf', { group: label })}
          defaultValue={group.name}
          placeholder={label}
          maxLength={GROUPS.name}
          onBlur={(event) => end(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') end(event.currentTarget.value);
          }}
        />
      ) : (
        <>
          <h3>
            <bdi>{label}</bdi>
          </h3>
          <IconButton icon={IconPencil} size={28} label={text('rename', { group: label })} onClick={() => setNaming(true)} />
        </>
      )}
      <span>{text('people', { count: group.people.length })}</span>
    </div>
  );
}
