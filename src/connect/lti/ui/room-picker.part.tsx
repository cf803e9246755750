import { Button, Checkbox, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDoor, IconPlus } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Ltr } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { LiveStatus } from '#kit/ui/status-shape.tsx';
import type { CourseVisit, OfferedRoom } from '../course.contract.ts';
import { courseApi } from './course-api.hook.ts';
import s from './lti.module.css';
import { ltiText } from './lti-text.hook.ts';

type RoomPages = { items: OfferedRoom[] | null; next: string | null; state: 'good' | 'failed' };
type RoomQuery = { words: string; cursor: string | null };
function useOfferedRooms(token: string, search: string) {
  const { course } = useApi(courseApi);
  const [words] = useDebouncedValue(search.trim(), 250);
  const [pages, setPages] = useState<RoomPages>({ items: null, next: null, state: 'good' });
  const turn = useRef(0);
  const ask = useCallback(
    async ({ words: typed, cursor }: RoomQuery) => {
      turn.current += 1;
      const mine = turn.current;
      // an answer that was overtaken by another search is dropped
      const show = (next: (before: RoomPages) => RoomPages) => mine === turn.current && setPages(next);
      const query = { ...(typed !== '' && { search: typed }), ...(cursor !== null && { cursor }) };
      try {
        const page = await course.rooms({ params: { token }, query });
        show(({ items }) => ({
          ...page,
          items: cursor === null ? page.items : [...(items ?? []), ...page.items],
          state: 'good',
        }));
      } catch {
        show((before) => ({ ...before, state: 'failed' }));
      }
    },
    [course, token],
  );
  useEffect(() => void ask({ words, cursor: null }), [ask, words]);
  const put = (room: OfferedRoom) => setPages({ ...pages, items: [room, ...(pages.items ?? [])] });
  return {
    ...pages,
    put,
    more: () => void ask({ words, cursor: pages.next }),
    again: () => void ask({ words, cursor: null }),
  };
}

/** The browser itself brings the signed answer to the platform, as deep linking asks. */
function postTo(action: string, jwt: string): void {
  const form = Object.assign(document.createElement('form'), { method: 'post', action, hidden: true });
  form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'JWT', value: jwt }));
  document.body.append(form);
  form.submit();
}

function RoomChoices({
  items,
  chosen,
  onChoose,
}: {
  items: OfferedRoom[];
  chosen: string;
  onChoose: (room: OfferedRoom) => void;
}) {
  const say = ltiText();
  if (items.length === 0) return <p className="soft">{say('pick.none')}</p>;
  return (
    <fieldset className={s.rooms}>
      <legend className="hidden">{say('pick.rooms')}</legend>
      {items.map((room) => (
        <label key={room.id}>
          <input type="radio" name="room" checked={room.id === chosen} onChange={() => onChoose(room)} />
          <IconDoor size={18} stroke={1.5} aria-hidden className={s.door} />
          <span className={`grow ${s.two}`}>
            <span>
              <bdi className="strong">{room.name}</bdi> <Ltr className="tiny quiet">{`/m/${room.slug}`}</Ltr>
            </span>
            <span className="tiny quiet">
              <DotLine>
                {say('pick.recordings', { count: room.recordings })}
                {room.lobby && say('pick.lobby')}
              </DotLine>
            </span>
          </span>
          {room.here && <span className="tiny quiet">{say('pick.here')}</span>}
          {room.live && <LiveStatus>{String(room.people)}</LiveStatus>}
        </label>
      ))}
    </fieldset>
  );
}

const focusOn = (field: HTMLInputElement | null) => field?.focus();
function NewRoom({ token, onMade }: { token: string; onMade: (room: OfferedRoom) => void }) {
  const say = ltiText();
  const { course } = useApi(courseApi);
  const failureText = useFailureText(say);
  const [name, setName] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const make = async () => {
    setFailure(null);
    try {
      onMade(await course.makeRoom({ params: { token }, body: { name: name ?? '' } }));
      setName(null);
    } catch (error) {
      setFailure(failureText(error));
    }
  };
  if (name === null)
    return (
      <div className={s.acts}>
        <Button size="md" leftSection={<IconPlus size={16} stroke={2} />} onClick={() => setName('')}>
          {say('pick.new')}
        </Button>
      </div>
    );
  return (
    <form
      className={s.room}
      style={{ justifyItems: 'stretch' }}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') void make();
      }}
    >
      {failure !== null && <Banner hue="red">{failure}</Banner>}
      <TextInput
        size="md"
        dir="auto"
        ref={focusOn}
        maxLength={100}
        label={say('pick.newName')}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <div className={s.acts}>
        <Button size="md" onClick={() => setName(null)}>
          {say('test.cancel')}
        </Button>
        <Button size="md" variant="filled" type="submit" disabled={name.trim() === ''}>
          {say('pick.make')}
        </Button>
      </div>
    </form>
  );
}

type RoomPickerProps = { token: string; visit: CourseVisit; onChosen: (visit: CourseVisit) => void };
/** Rooms for a course: for a new activity, or for one that has none. */
export function RoomPicker({ token, visit, onChosen }: RoomPickerProps) {
  const say = ltiText();
  const { course } = useApi(courseApi);
  const failureText = useFailureText(say);
  const [search, setSearch] = useState('');
  const rooms = useOfferedRooms(token, search);
  const [{ roomId, title }, setChoice] = useState({ roomId: '', title: '' });
  const [grade, setGrade] = useState(visit.grade);
  const [failure, setFailure] = useState<string | null>(null);
  const deep = visit.purpose === 'deep_link';
  const choose = (room: OfferedRoom) => setChoice({ roomId: room.id, title: room.name });
  const finish = async () => {
    const params = { token };
    if (!deep) return onChosen(await course.chooseRoom({ params, body: { roomId } }));
    const { action, jwt } = await course.addToCourse({ params, body: { roomId, title, grade } });
    postTo(action, jwt);
  };
  const press = () => {
    setFailure(null);
    void finish().catch((error: unknown) => setFailure(failureText(error)));
  };
  return (
    <>
      <h1 className="hidden">{say('pick.rooms')}</h1>
      {visit.makesRooms && (
        <NewRoom
          token={token}
          onMade={(room) => {
            rooms.put(room);
            choose(room);
          }}
        />
      )}
      <TextInput
        size="md"
        type="search"
        maxLength={100}
        aria-label={say('pick.search')}
        placeholder={say('pick.search')}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {rooms.state === 'failed' && (
        <Banner
          hue="red"
          action={
            <Button size="xs" onClick={rooms.again}>
              {say('pick.again')}
            </Button>
          }
        >
          {say('pick.failed')}
        </Banner>
      )}
      {rooms.items !== null && <RoomChoices items={rooms.items} chosen={roomId} onChoose={choose} />}
      {rooms.next !== null && <Button onClick={rooms.more}>{say('pick.moreRooms')}</Button>}
      {failure !== null && <Banner hue="red">{failure}</Banner>}
      {deep && (
        <TextInput
          size="md"
          dir="auto"
          maxLength={200}
          label={say('pick.title')}
          value={title}
          onChange={({ currentTarget }) => setChoice({ roomId, title: currentTarget.value })}
        />
      )}
      {deep && visit.takesGrades && (
        <Checkbox
          label={say('visit.gradeRule')}
          checked={grade.rule === 'attended'}
          onChange={({ currentTarget }) => setGrade({ ...grade, rule: currentTarget.checked ? 'attended' : 'none' })}
        />
      )}
      <div className={s.acts}>
        <Button size="md" variant="filled" disabled={roomId === '' || (deep && title.trim() === '')} onClick={press}>
          {say(deep ? 'pick.add' : 'pick.choose')}
        </Button>
      </div>
    </>
  );
}
