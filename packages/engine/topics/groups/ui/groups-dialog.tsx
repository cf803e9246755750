import {
  IconArrowBackUp,
  IconArrowsShuffle,
  IconBookmark,
  IconClock,
  IconFolders,
  IconHistory,
  IconMinus,
  IconPlus,
} from '@tabler/icons-react';
import { useState } from 'react';
import { GROUPS, type GroupPerson, type GroupSet } from '#topics/groups/group-schemas.ts';
import { GroupBoard, takeFocus } from '#topics/groups/ui/group-board.tsx';
import {
  dealOut,
  emptyGroups,
  FEWEST,
  fromSet,
  type PlannedGroups,
  outsideOf,
  withCount,
  withMoved,
  withName,
} from '#topics/groups/ui/group-draft.ts';
import s from '#topics/groups/ui/groups.module.css';
import { useGroupsCommand, useGroupsText } from '#topics/groups/ui/groups-text.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { Button, Choice, IconButton } from '#ui/parts.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { may, type MeetingState } from '#ui/state.ts';
import { useWords } from '#ui/words.tsx';

const modes = ['random', 'hand', 'free'] as const;
type GroupDraft = { mode: (typeof modes)[number]; groups: PlannedGroups; absent: readonly string[] };
type GroupRules = { minutes: number | null; takeSlides: boolean; record: boolean; everyoneDraws: boolean; mayChange: boolean };
/** Minutes that are offered. */
const times = [5, 10, 15, 20, 30, 45, 60] as const;
const AT_ONCE = 4;

/** Hosts go where they like, and are not dealt out. */
const dealtPeople = ({ topics }: MeetingState): GroupPerson[] =>
  topics.groups.people.filter(({ host, member }) => !host && member !== null).map(({ key, name }) => ({ key, name }));

/** As a draft that every step of can be undone. */
function useDraft(people: readonly GroupPerson[]) {
  const [drafts, setDrafts] = useState<readonly GroupDraft[]>(() => {
    const count = Math.min(AT_ONCE, Math.floor(people.length / 2));
    return [{ mode: 'random', groups: dealOut(people, emptyGroups(count)), absent: [] }];
  });
  const draft = drafts.at(-1) ?? { mode: 'hand', groups: emptyGroups(FEWEST), absent: [] };
  return {
    draft,
    change: (part: Partial<GroupDraft>) => setDrafts([...drafts, { ...draft, ...part }]),
    undo: drafts.length > 1 ? () => setDrafts(drafts.slice(0, -1)) : null,
  };
}

/** Makes groups and starts them. */
export function GroupsDialog({ onClose }: { onClose(): void }) {
  const text = useGroupsText();
  const send = useGroupsCommand();
  const meeting = useMeeting();
  const state = useMeetingState();
  const people = dealtPeople(state);
  const { draft, change, undo } = useDraft(people);
  const { mode, groups, absent } = draft;
  const hasSlides = state.topics.slides.shown !== null;
  const [rules, setRules] = useState<GroupRules>({
    minutes: 10,
    takeSlides: hasSlides,
    record: false,
    everyoneDraws: true,
    mayChange: false,
  });
  const isFree = mode === 'free';
  const start = async () => {
    const planned = groups.map(({ name, people: some }) => ({ name, people: isFree ? [] : [...some] }));
    const outcome = await send({ do: 'start', mode: isFree ? 'free' : 'assigned', groups: planned, ...rules });
    if (outcome !== 'ok') return;
    onClose();
    meeting.panel('groups');
  };
  return (
    <Dialog
      size="wide"
      title={
        <>
          {text('title')} <small>{text('summary', { people: people.length, groups: groups.length })}</small>
        </>
      }
      onClose={onClose}
      onUndo={undo ?? undefined}
      actions={
        <>
          {isFree ? <span data-start /> : <SaveGroups groups={groups} />}
          <Button data-safe onClick={onClose}>
            {text('cancel')}
          </Button>
          <Button look="accent" onClick={() => void start()}>
            {text('start', { count: groups.length })}
          </Button>
        </>
      }
    >
      <Tools draft={draft} people={people} change={change} undo={undo} />
      {absent.length > 0 && <p className={s.absent}>{text('absent', { names: absent.join(', ') })}</p>}
      <GroupBoard
        groups={groups}
        outside={isFree ? [] : outsideOf(groups, people)}
        move={(some, to) => change({ groups: withMoved(groups, some, to) })}
        rename={(at, name) => change({ groups: withName(groups, at, name) })}
        hint={isFree ? text('freeHint') : text('outsideHint')}
      >
        <Rules rules={rules} change={(part) => setRules({ ...rules, ...part })} slides={hasSlides ? 'shown' : 'none'} />
      </GroupBoard>
    </Dialog>
  );
}

type ToolsProps = {
  draft: GroupDraft;
  people: readonly GroupPerson[];
  change(part: Partial<GroupDraft>): void;
  undo: (() => void) | null;
};
function Tools({ draft, people, change, undo }: ToolsProps) {
  const text = useGroupsText();
  const { mode, groups } = draft;
  const deal = (count: number) => dealOut(people, emptyGroups(count, groups));
  const turnTo = (to: GroupDraft['mode']) =>
    change({ mode: to, absent: [], groups: to === 'random' ? deal(groups.length) : emptyGroups(groups.length, groups) });
  const setCount = (count: number) => change({ groups: mode === 'random' ? deal(count) : withCount(groups, count) });
  return (
    <div className={s.tools}>
      <fieldset className={s.modes}>
        <legend>{text('modes')}</legend>
        {modes.map((one) => (
          <button key={one} type="button" aria-pressed={one === mode} onClick={() => turnTo(one)}>
            {text(`mode.${one}`)}
          </button>
        ))}
      </fieldset>
      <span className={s.count}>
        <IconButton
          icon={IconMinus}
          size={28}
          label={text('fewer')}
          disabled={groups.length <= FEWEST}
          onClick={() => setCount(groups.length - 1)}
        />
        <output>{text('count', { count: groups.length })}</output>
        <IconButton
          icon={IconPlus}
          size={28}
          label={text('more')}
          disabled={groups.length >= GROUPS.most}
          onClick={() => setCount(groups.length + 1)}
        />
      </span>
      {mode === 'random' && (
        <Button icon={IconArrowsShuffle} onClick={() => change({ groups: deal(groups.length), absent: [] })}>
          {text('shuffle')}
        </Button>
      )}
      <IconButton icon={IconArrowBackUp} label={text('undo')} disabled={undo === null} onClick={() => undo?.()} />
      <Sets use={(set) => change({ mode: 'hand', ...fromSet(set, people) })} />
    </div>
  );
}

/** The groups of last time a press away; others in a menu. */
function Sets({ use }: { use(set: GroupSet): void }) {
  const text = useGroupsText();
  const { locale } = useWords();
  const { sets } = useMeetingState().topics.groups;
  const last = sets.find(({ usedAt }) => usedAt !== null);
  const others = sets.filter((set) => set !== last);
  const date = last?.usedAt && new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(last.usedAt);
  return (
    <span className={s.sets}>
      {last && date && (
        <Button icon={IconHistory} title={text('lastUsed', { date })} onClick={() => use(last)}>
          {text('sameAsLast')}
        </Button>
      )}
      {others.length > 0 && (
        <Menu
          label={text('savedSets')}
          opener={(opener) => (
            <Button {...opener} icon={IconFolders}>
              {text('savedSets')}
            </Button>
          )}
        >
          {others.map((set) => (
            <MenuItem key={set.id} icon={IconFolders} onClick={() => use(set)}>
              <bdi>{set.name || text('count', { count: set.groups.length })}</bdi>
            </MenuItem>
          ))}
        </Menu>
      )}
    </span>
  );
}

type RulesProps = { rules: GroupRules; change(part: Partial<GroupRules>): void; slides: 'shown' | 'none' };
function Rules({ rules, change, slides }: RulesProps) {
  const text = useGroupsText();
  const state = useMeetingState();
  const mayRecord = state.facts?.mayBeRecorded === true && may(state, 'record');
  const switches = [
    ...(slides === 'shown' ? (['takeSlides'] as const) : []),
    ...(mayRecord ? (['record'] as const) : []),
    ...(['everyoneDraws', 'mayChange'] as const),
  ];
  const minutes = times.map((count) => ({ value: String(count), label: text('minutes', { count }) }));
  return (
    <div className={s.rules}>
      <span className={s.label} aria-hidden="true">
        {text('time')}
      </span>
      <Choice
        icon={IconClock}
        label={text('time')}
        value={String(rules.minutes ?? '')}
        options={[...minutes, { value: '', label: text('noLimit') }]}
        onChange={(value) => change({ minutes: value === '' ? null : Number(value) })}
      />
      {switches.map((name) => (
        <label key={name}>
          {text(name)}
          <input
            type="checkbox"
            role="switch"
            aria-checked={rules[name]}
            checked={rules[name]}
            onChange={(event) => change({ [name]: event.currentTarget.checked })}
          />
        </label>
      ))}
    </div>
  );
}

/** A line, not another dialog. */
function SaveGroups({ groups }: { groups: PlannedGroups }) {
  const text = useGroupsText();
  const send = useGroupsCommand();
  const { facts } = useMeetingState();
  const [step, setStep] = useState<'offered' | 'naming' | 'saved'>('offered');
  const [name, setName] = useState(facts?.name ?? '');
  const save = async () => {
    if ((await send({ do: 'save-set', name, groups: [...groups] })) === 'ok') setStep('saved');
  };
  if (step !== 'naming')
    return (
      <Button data-start look="quiet" icon={IconBookmark} onClick={() => setStep('naming')}>
        {text(step === 'saved' ? 'saved' : 'save')}
      </Button>
    );
  return (
    <form
      data-start
      className={s.save}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <input
        ref={takeFocus}
        aria-label={text('saveName')}
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit">{text('saveNow')}</Button>
    </form>
  );
}
