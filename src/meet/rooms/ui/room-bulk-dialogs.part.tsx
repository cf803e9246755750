import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { tagKey, tagsIn, tagTrouble } from '#core/iam/tags.rules.ts';
import { PeoplePicker, type PickedPerson } from '#core/accounts/ui/blocks/people-picker.part.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { roomLimits, type ShareRole, shareRoles } from '../rooms.rules.ts';
import { type BulkOutcome, RoomsDialog, type RoomsDialogProps } from './room-bulk-frame.part.tsx';
import { roomInvitee, roomsApi } from './rooms-data.hook.ts';
import { roomsText } from './rooms-text.hook.ts';
import { bulkText } from './bulk-text.hook.ts';
import s from './room-bulk.module.css';

const idsOf = (rooms: RoomsDialogProps['rooms']): string[] => rooms.map(({ id }) => id);

/** Adds tags to the rooms, and takes away those that some of them carry. */
export function RoomsTags(props: RoomsDialogProps) {
  const { rooms } = props;
  const say = roomsText();
  const bulk = bulkText();
  const api = useApi(roomsApi);
  const [text, setText] = useState('');
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [error, setError] = useState<string | null>(null);
  const carried = tagsIn(rooms.flatMap(({ tags }) => tags).join(','));
  const work = () => {
    const addTags = tagsIn(text);
    const trouble = addTags.map(tagTrouble).find((one) => one !== null) ?? null;
    const isEmpty = addTags.length === 0 && removed.length === 0;
    setError(
      isEmpty ? bulk('bulk.tags.empty') : trouble === null || trouble === 'tag_empty' ? null : say(`fieldErrors.${trouble}`),
    );
    if (isEmpty || trouble !== null) return null;
    return api.rooms.changeMany({ body: { ids: idsOf(rooms), addTags, removeTags: [...removed] } });
  };
  return (
    <RoomsDialog {...props} title={bulk('bulk.tags.title')} verb={bulk('bulk.save')} work={work}>
      <TextInput
        size="md"
        autoFocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        label={bulk('bulk.tags.add')}
        description={bulk('bulk.tags.hint')}
        error={error}
        inputWrapperOrder={['label', 'input', error === null ? 'description' : 'error']}
        dir="auto"
        autoComplete="off"
      />
      {carried.length > 0 && (
        <fieldset className={s.choices}>
          <legend>{bulk('bulk.tags.remove')}</legend>
          {carried.map((tag) => (
            <Checkbox
              key={tagKey(tag)}
              label={<bdi>{tag}</bdi>}
              checked={removed.includes(tag)}
              onChange={(event) =>
                setRemoved(event.currentTarget.checked ? [...removed, tag] : removed.filter((one) => one !== tag))
              }
            />
          ))}
        </fieldset>
      )}
    </RoomsDialog>
  );
}

/** Invites people to all of them. */
export function RoomsShare(props: RoomsDialogProps) {
  const { rooms } = props;
  const say = roomsText();
  const bulk = bulkText();
  const api = useApi(roomsApi);
  const [people, setPeople] = useState<readonly PickedPerson[]>([]);
  const [role, setRole] = useState<ShareRole>('participant');
  const [error, setError] = useState<string | null>(null);
  const inviteAll = async () => {
    const refused: BulkOutcome['refused'][number][] = [];
    for (const person of people)
      refused.push(...(await api.rooms.inviteToMany({ body: { ids: idsOf(rooms), ...roomInvitee(person), role } })).refused);
    const perRoom = [...new Map(refused.map((one) => [one.id, one])).values()];
    return { done: idsOf(rooms).filter((id) => !perRoom.some((one) => one.id === id)), refused: perRoom };
  };
  const work = () => {
    setError(people.length > 0 ? null : bulk('bulk.share.nobody'));
    return people.length > 0 ? inviteAll() : null;
  };
  return (
    <RoomsDialog {...props} title={bulk('bulk.share.title')} verb={say('people.invite')} work={work}>
      <PeoplePicker
        purpose="invitation"
        label={say('people.email')}
        chosen={people}
        onChange={setPeople}
        outsiders="allowed"
        most={roomLimits.invitedAtOnce}
        error={error}
      />
      <NativeSelect
        size="md"
        label={say('people.role')}
        value={role}
        onChange={({ currentTarget: { value } }) => setRole(shareRoles.find((one) => one === value) ?? role)}
        data={shareRoles.map((one) => ({ value: one, label: say(`role.${one}`) }))}
      />
    </RoomsDialog>
  );
}

const settings = ['lobby', 'anyoneCanStart', 'signInRequired', 'muteOnStart', 'record'] as const;
type BulkSetting = (typeof settings)[number];
const answers = ['keep', 'on', 'off'] as const;

/** Settings of all of them; each stays as it is unless something is chosen. */
export function RoomsSettings(props: RoomsDialogProps) {
  const { rooms } = props;
  const say = roomsText();
  const bulk = bulkText();
  const labels: Readonly<Record<BulkSetting, string>> = {
    lobby: bulk('bulk.settings.lobby'),
    anyoneCanStart: bulk('bulk.settings.anyoneCanStart'),
    signInRequired: say('form.signIn'),
    muteOnStart: say('form.mute'),
    record: say('form.record'),
  };
  const api = useApi(roomsApi);
  const [chosen, setChosen] = useState<{ [K in BulkSetting]?: boolean }>({});
  const [error, setError] = useState<string | null>(null);
  const work = () => {
    const isEmpty = Object.keys(chosen).length === 0;
    setError(isEmpty ? bulk('bulk.settings.empty') : null);
    return isEmpty ? null : api.rooms.changeMany({ body: { ids: idsOf(rooms), settings: chosen } });
  };
  const put = (id: BulkSetting, answer: string) => {
    setError(null);
    const { [id]: _before, ...others } = chosen;
    setChosen(answer === 'keep' ? others : { ...others, [id]: answer === 'on' });
  };
  return (
    <RoomsDialog {...props} title={bulk('bulk.settings.title')} verb={bulk('bulk.save')} work={work}>
      {settings.map((id) => (
        <NativeSelect
          key={id}
          label={labels[id]}
          defaultValue="keep"
          onChange={(event) => put(id, event.currentTarget.value)}
          data={answers.map((value) => ({ value, label: bulk(`bulk.settings.${value}`) }))}
        />
      ))}
      {error !== null && (
        <p className={s.trouble} role="alert">
          {error}
        </p>
      )}
    </RoomsDialog>
  );
}
