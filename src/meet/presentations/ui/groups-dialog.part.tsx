import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconArrowsShuffle } from '@tabler/icons-react';
import { GROUPS, type GroupSet } from '@atrium/engine/topics/groups/group-schemas.ts';
import { type FormEvent, useState } from 'react';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import {
  dealOut,
  type GroupLines,
  type GroupLineTrouble,
  type KnownPerson,
  linesFor,
  namesIn,
  readGroupLines,
} from '../room-groups.rules.ts';
import { GroupsPeople } from './groups-people.part.tsx';
import { useMemberByAddress } from './groups-people.hook.ts';
import { presentationsText } from './presentations-text.hook.ts';
import s from './presentations.module.css';

type GroupListProps = {
  groups: readonly GroupLines[];
  troubles: readonly GroupLineTrouble[];
  change: (groups: readonly GroupLines[]) => void;
};

function GroupFields({ groups, troubles, change }: GroupListProps) {
  const say = presentationsText();
  const wordsFor = (at: number) => {
    const trouble = troubles.find(({ group }) => group === at);
    return (
      trouble && say(`groups.trouble.${trouble.is}`, { line: trouble.line, text: `\u2068${trouble.text.slice(0, 60)}\u2069` })
    );
  };
  const edit = (at: number, part: Partial<GroupLines>) =>
    change(groups.map((group, place) => (place === at ? { ...group, ...part } : group)));
  return groups.map((group, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
    <fieldset key={at} className={s.group}>
      <legend>{say('groups.group', { number: at + 1 })}</legend>
      <TextInput
        aria-label={say('groups.nameOf', { number: at + 1 })}
        placeholder={say('groups.group', { number: at + 1 })}
        // an empty field would show its placeholder from left to right
        dir={group.name === '' ? undefined : 'auto'}
        maxLength={GROUPS.name}
        value={group.name}
        onChange={({ currentTarget: { value } }) => edit(at, { name: value })}
      />
      <Textarea
        aria-label={say('groups.peopleOf', { number: at + 1 })}
        dir="auto"
        autosize
        minRows={2}
        maxRows={8}
        value={group.text}
        error={wordsFor(at)}
        onChange={({ currentTarget: { value } }) => edit(at, { text: value })}
      />
    </fieldset>
  ));
}

/** How many groups there are; those with people in them stay. */
function GroupCount({ groups, change }: Omit<GroupListProps, 'troubles'>) {
  const say = presentationsText();
  const fewest = Math.max(2, groups.findLastIndex((group) => namesIn(group).length > 0) + 1);
  const choices = Array.from({ length: GROUPS.most - fewest + 1 }, (_, at) => String(fewest + at));
  const all = groups.flatMap(namesIn);
  return (
    <div className={s.count}>
      <NativeSelect
        label={say('groups.number')}
        data={choices}
        value={String(groups.length)}
        onChange={({ currentTarget: { value } }) =>
          change(Array.from({ length: Number(value) }, (_, at) => groups[at] ?? { name: '', text: '' }))
        }
      />
      <Button
        variant="default"
        disabled={all.length < 2}
        leftSection={<IconArrowsShuffle size={16} stroke={1.75} />}
        onClick={() =>
          change(
            dealOut(
              groups.map(({ name }) => ({ name, text: '' })),
              all,
              Math.random,
            ),
          )
        }
      >
        {say('groups.shuffle')}
      </Button>
    </div>
  );
}

const knownIn = ({ groups }: GroupSet): KnownPerson[] => groups.flatMap(({ people }) => people.filter(({ key }) => key !== ''));
/** It was used and not saved, or is new: under an id of its own no meeting takes its place. */
const idFor = ({ id, name }: GroupSet): string => (name === '' ? `set-${Date.now().toString(36)}` : id);

type GroupsTrouble = { name: boolean; people: boolean; lines: readonly GroupLineTrouble[] };
const noTrouble: GroupsTrouble = { name: false, people: false, lines: [] };

function useGroupsDraft(set: GroupSet, onSave: (set: GroupSet) => void) {
  const [name, setName] = useState(set.name);
  const [groups, setGroups] = useState<readonly GroupLines[]>(() => set.groups.map(linesFor));
  const [known, setKnown] = useState<readonly KnownPerson[]>(() => knownIn(set));
  const [trouble, setTrouble] = useState(noTrouble);
  const [busy, setBusy] = useState<'busy' | null>(null);
  const findMember = useMemberByAddress();
  const change = (next: readonly GroupLines[]) => {
    setTrouble(noTrouble);
    setGroups(next);
  };
  const save = async () => {
    setBusy('busy');
    const addresses = readGroupLines(groups, known).troubles.filter(({ is }) => is === 'address');
    const members = await Promise.all(addresses.map(({ text }) => findMember(text.toLowerCase())));
    setBusy(null);
    const read = readGroupLines(groups, [...known, ...members.filter((one) => one !== null)]);
    const people = read.groups.reduce((sum, group) => sum + group.people.length, 0);
    const wrong = { name: name.trim() === '', people: people > GROUPS.people, lines: read.troubles };
    setTrouble(wrong);
    if (wrong.name || wrong.people || wrong.lines.length > 0) return;
    onSave({ ...set, id: idFor(set), name: name.trim(), groups: read.groups });
  };
  const learn = (people: readonly KnownPerson[]) => setKnown([...known, ...people]);
  return { name, setName, groups, change, known, learn, trouble, busy, save };
}

/** Writes a set of groups; people are lines of text, so that a list can be pasted. */
export function GroupsDialog({ set, onSave, onClose }: { set: GroupSet; onSave: (set: GroupSet) => void; onClose: () => void }) {
  const say = presentationsText();
  const { name, setName, groups, change, known, learn, trouble, busy, save } = useGroupsDraft(set, onSave);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <Dialog title={say(set.id === '' ? 'groups.new' : 'groups.title')} lead={say('groups.lead')} width={640} onClose={onClose}>
      <form className={s.poll} onSubmit={submit} noValidate>
        <TextInput
          label={say('groups.name')}
          dir="auto"
          maxLength={100}
          value={name}
          error={trouble.name ? say('groups.needsName') : undefined}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <GroupCount groups={groups} change={change} />
        <div className={s.groups}>
          <GroupFields groups={groups} troubles={trouble.lines} change={change} />
        </div>
        <GroupsPeople groups={groups} known={known} change={change} learn={learn} />
        {trouble.people && (
          <p className={s.note} role="alert" data-trouble>
            {say('groups.tooMany', { most: GROUPS.people })}
          </p>
        )}
        <div className={dialogs.acts}>
          <Button variant="default" onClick={onClose}>
            {say('use.cancel')}
          </Button>
          <Button type="submit" variant="filled" loading={busy !== null}>
            {say('groups.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
