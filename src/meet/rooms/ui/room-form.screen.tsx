import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { PageHead } from '#kit/ui/bits.tsx';
import { Failure } from '#kit/errors.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { FormPage, FormSide, SaveBar } from '#kit/ui/form/form-parts.tsx';
import { type DraftForm, useDraftForm } from '#kit/ui/form/form.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { kitText } from '#kit/ui/text/kit-text.ts';
import { type LoadContext, type ScreenModule, useLoaded } from '#kit/ui/screen.ts';
import { track } from '#kit/ui/track.ts';
import type { RoomDetail } from '../rooms.contract.ts';
import type { RoomSlots } from './blocks/room-slots.part.tsx';
import { RoomConflict } from './room-conflict.part.tsx';
import {
  bodyOf,
  changedOf,
  changesOf,
  type DraftField,
  draftOf,
  draftTrouble,
  draftFor,
  likes,
  optionNames,
  type RoomDraft,
} from './room-draft.hook.ts';
import s from './room-form.module.css';
import { EntrySection, InsideSection, LimitsSection, NameSection, QuickSection } from './room-form.part.tsx';
import { PeopleCard } from './room-people.part.tsx';
import { OptionsSection } from './room-options.part.tsx';
import { ChooseRoom, type RoomChoice } from './room-choice.part.tsx';
import { conflictText } from './conflict-text.hook.ts';
import { type RoomConflictState, useConflict } from './room-conflict.hook.ts';
import { roomQuery, roomsApi, sharesQuery, tagsQuery, useRoomsRefresh } from './rooms-data.hook.ts';
import { roomsText, type RoomsSay } from './rooms-text.hook.ts';
import { useDraftWord } from './room-words.hook.ts';

type LoadedRoom = { room: RoomDetail | null; draft: RoomDraft; shows: 'name' | 'all' };

const labelsOf = (say: RoomsSay): Record<DraftField, string> => ({
  name: say('form.name'),
  slug: say('form.slug'),
  welcome: say('form.welcome'),
  entry: say('form.entryTitle'),
  viewerCode: say('form.viewerCode'),
  moderatorCode: say('form.moderatorCode'),
  start: say('form.start'),
  signInRequired: say('form.signIn'),
  muteOnStart: say('form.mute'),
  record: say('form.record'),
  maxPeople: say('form.maxPeople'),
  maxMinutes: say('form.maxMinutes'),
  tags: say('form.tags'),
  lockMic: say('options.lockMic'),
  lockCam: say('options.lockCam'),
  lockChat: say('options.lockChat'),
  lockPrivateChat: say('options.lockPrivateChat'),
  lockNotes: say('options.lockNotes'),
  hideUsers: say('options.hideUsers'),
  hostCameras: say('options.hostCameras'),
  endWithoutHost: say('options.endWithoutHost'),
  promoteGuests: say('options.promoteGuests'),
  organisationOnly: say('form.organisation'),
  layout: say('options.layout'),
});
const sectionsOf = (say: RoomsSay) => [
  { id: 'name', title: say('form.nameTitle'), fields: ['name', 'slug', 'tags', 'welcome'] },
  {
    id: 'entry',
    title: say('form.entryTitle'),
    fields: ['entry', 'viewerCode', 'moderatorCode', 'start', 'signInRequired', 'organisationOnly'],
  },
  { id: 'inside', title: say('form.insideTitle'), fields: ['muteOnStart', 'record'] },
  { id: 'limits', title: say('form.limitsTitle'), fields: ['maxPeople', 'maxMinutes'] },
  { id: 'options', title: say('options.title'), fields: optionNames },
];

function useSave({ room, draft, conflict }: Pick<LoadedRoom, 'room' | 'draft'> & { conflict: RoomConflictState }) {
  const api = useApi(roomsApi);
  const navigate = useNavigate();
  const refresh = useRoomsRefresh();
  const first = useMemo(() => (room === null ? draft : draftOf(room)), [room, draft]);
  return async (values: RoomDraft) => {
    if (room === null) {
      const made = await api.rooms.create({ body: bodyOf(values) });
      track('create_room');
      await refresh();
      await navigate(`/rooms/${made.id}`, { replace: true });
      return;
    }
    try {
      await api.rooms.update({
        params: { id: room.id },
        body: { ...changesOf(values, changedOf(first, values)), version: conflict.version },
      });
    } catch (error) {
      if (error instanceof Failure && error.code === 'changed_meanwhile') await conflict.found(error);
      throw error;
    }
    await refresh();
    await navigate(`/rooms/${room.id}`, { replace: true });
  };
}

function QuickRoom({ form, onMore }: { form: DraftForm<RoomDraft>; onMore: () => void }) {
  const say = roomsText();
  return (
    <form method="post" onSubmit={form.submit} noValidate>
      <FormPage>
        <QuickSection form={form} onMore={onMore} />
      </FormPage>
      <SaveBar form={form} primary={say('form.make')} always="always" />
    </form>
  );
}

function Sections({
  form,
  room,
  conflict,
}: {
  form: DraftForm<RoomDraft>;
  room: RoomDetail | null;
  conflict: RoomConflictState;
}) {
  const say = roomsText();
  const conflictWords = conflictText();
  const kit = kitText();
  const word = useDraftWord();
  return (
    <form method="post" onSubmit={form.submit} noValidate>
      <FormPage
        side={<FormSide form={form} sections={sectionsOf(say)} wordOf={(change, which) => word(change.name, change[which])} />}
      >
        {form.restored && conflict.theirs === null && <Banner hue="blue">{kit('form.restored')}</Banner>}
        {conflict.theirs !== null && room !== null && (
          <RoomConflict form={form} first={draftOf(room)} conflict={conflict} labels={labelsOf(say)} />
        )}
        <NameSection form={form} room={room} />
        <EntrySection form={form} />
        <InsideSection form={form} />
        <LimitsSection form={form} room={room} />
        <OptionsSection form={form} />
      </FormPage>
      <SaveBar
        form={form}
        {...(room === null
          ? { primary: say('form.make'), always: 'always' as const }
          : conflict.theirs === null
            ? {}
            : { primary: conflictWords('conflict.saveOver') })}
      />
    </form>
  );
}
type FormSlots = Pick<RoomSlots, 'Presentations' | 'Groups'>;
/** What a room shows and who belongs to it; each change there is kept at once, so it stands below what is saved together. */
function RoomThings({ id, slots: { Presentations, Groups } }: { id: string; slots: FormSlots }) {
  const { data: room } = useQuery(roomQuery(useApi(roomsApi), id));
  if (room === undefined || room.deletedAt !== null) return null;
  return (
    <div className={s.things}>
      <PeopleCard room={room} />
      {Groups !== undefined && <Groups room={room} />}
      {Presentations !== undefined && <Presentations room={room} />}
    </div>
  );
}

function RoomForm({ room, draft, shows, slots }: LoadedRoom & { slots: FormSlots }) {
  const say = roomsText();
  const [shown, setShown] = useState(shows);
  const conflict = useConflict(room);
  const title = room === null ? say('form.newTitle') : say('form.editTitle', { name: room.name });
  usePageTitle(title);
  const form = useDraftForm<RoomDraft>({
    key: `room:${room?.id ?? 'new'}`,
    initial: draft,
    schema: async () => (await import('./room-fields.hook.ts')).draftSchema,
    check: (values) => draftTrouble(values, room === null ? 'new' : 'kept'),
    labels: labelsOf(say),
    say,
    save: useSave({ room, draft, conflict }),
  });
  return (
    <>
      <PageHead title={title} sub={<span className="quiet">{say(room === null ? 'form.newSub' : 'form.editSub')}</span>}>
        {room !== null && (
          <Button
            component="a"
            href={`/m/${room.slug}`}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconExternalLink className="turn" size={16} stroke={1.75} />}
          >
            {say('actions.asGuest')}
          </Button>
        )}
      </PageHead>
      {shown === 'name' && !form.restored ? (
        <QuickRoom form={form} onMore={() => setShown('all')} />
      ) : (
        <Sections form={form} room={room} conflict={conflict} />
      )}
      {room !== null && <RoomThings id={room.id} slots={slots} />}
    </>
  );
}

/** `/rooms/add-room`, `/rooms/edit-room/{id}`; without an id, the list to choose from. */
function RoomFormScreen({ slots }: { slots: FormSlots }) {
  const loaded = useLoaded<typeof load>();
  if ('rooms' in loaded) return <ChooseRoom {...loaded} />;
  return <RoomForm key={loaded.room?.id ?? 'new'} {...loaded} slots={slots} />;
}

const load = async ({ api, queries, params, url, user }: LoadContext): Promise<LoadedRoom | RoomChoice> => {
  const { id } = params;
  if (id === undefined && url.pathname.endsWith('/edit-room')) {
    const { items, next } = await api(roomsApi).rooms.list({ query: { limit: 100 } });
    return { rooms: items.filter(({ rights }) => rights.edit), more: next === null ? 'all' : 'more' };
  }
  if (id === undefined) {
    const defaults = await api(roomsApi).rooms.defaults();
    const like = likes[url.searchParams.get('like') ?? ''];
    return { room: null, draft: { ...draftFor(defaults), ...like }, shows: like === undefined ? 'name' : 'all' };
  }
  const [room] = await Promise.all([
    api(roomsApi).rooms.get({ params: { id } }),
    queries.prefetchQuery(tagsQuery(api(roomsApi))),
  ]);
  if (!room.rights.edit || user === null) throw new Failure('not_allowed', { data: { permission: 'rooms.edit' } });
  queries.setQueryData(roomQuery(api(roomsApi), id).queryKey, room);
  if (room.rights.share) await queries.prefetchQuery(sharesQuery(api(roomsApi), id));
  return { room, draft: draftOf(room), shows: 'all' };
};

/** With what later domains show of a room in its form. */
export const roomFormScreen = (slots: FormSlots): ScreenModule => ({ Screen: () => <RoomFormScreen slots={slots} />, load });
