import { useEffect, useRef, useState } from 'react';
import { Failure } from '#kit/errors.ts';
import { usePageTitle } from '#kit/ui/page.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { type LoadContext, useLoaded } from '#kit/ui/screen.ts';
import type { CourseVisit } from '../course.contract.ts';
import { courseApi } from './course-api.hook.ts';
import { CourseRoom } from './course-room.part.tsx';
import s from './lti.module.css';
import { ltiText } from './lti-text.hook.ts';
import { RoomPicker } from './room-picker.part.tsx';

type CoursePage = { token: string; first: CourseVisit | null };
/** A token that is over is explained, not an error. */
export async function load({ api, params: { token = '' }, head, answer }: LoadContext): Promise<CoursePage> {
  head({ tags: [], robots: 'noindex' });
  const over = () => {
    answer(404);
    return { token, first: null };
  };
  if (!/^[\w-]{20,100}$/.test(token)) return over();
  try {
    return { token, first: await api(courseApi).course.visit({ params: { token } }) };
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return over();
    throw error;
  }
}

/** Platforms give their frame the height that its page tells them. */
function useToldHeight() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null || window.parent === window) return;
    const watcher = new ResizeObserver(() => {
      const height = Math.ceil(element.getBoundingClientRect().height);
      window.parent.postMessage({ subject: 'lti.frameResize', height }, '*');
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return box;
}

function CourseHead({ visit: { account, course, person } }: { visit: CourseVisit }) {
  const say = ltiText();
  return (
    <header className={s.brand}>
      {account.logo !== null && <img src={account.logo} alt="" />}
      <span className={s.two}>
        <bdi className="strong">{account.name}</bdi>
        <span className="tiny quiet">
          {course === null ? say('visit.asAlone', { name: person.name }) : say('visit.as', { course, name: person.name })}
        </span>
      </span>
    </header>
  );
}

const everyFewSeconds = 5_000;
function Course({ token, first }: { token: string; first: CourseVisit }) {
  const { course } = useApi(courseApi);
  const [visit, setVisit] = useState(first);
  usePageTitle(visit.room?.name ?? visit.account.name);
  useEffect(() => {
    // somebody who fills in the form of the picker needs no news of a room
    if (visit.purpose !== 'join') return;
    const look = () => void course.visit({ params: { token } }).then(setVisit, () => {});
    const timer = setInterval(look, everyFewSeconds);
    return () => clearInterval(timer);
  }, [course, token, visit.purpose]);
  const picks = visit.purpose !== 'join' && visit.teaches;
  return (
    <>
      <CourseHead visit={visit} />
      {picks ? (
        <RoomPicker token={token} visit={visit} onChosen={setVisit} />
      ) : (
        <CourseRoom token={token} visit={visit} onChanged={setVisit} />
      )}
    </>
  );
}

/** What a course shows of us: a room's page, or rooms to choose from. */
export function Screen() {
  const say = ltiText();
  const { token, first } = useLoaded<typeof load>();
  const box = useToldHeight();
  return (
    <div className={s.course} ref={box}>
      {first === null ? (
        <>
          <h1>{say('visit.over')}</h1>
          <p className="soft">{say('visit.overText')}</p>
        </>
      ) : (
        <Course key={token} token={token} first={first} />
      )}
    </div>
  );
}
