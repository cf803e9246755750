import { Button, Checkbox, NumberInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import type { CoursePerson, CourseVisit } from '../course.contract.ts';
import { courseApi } from './course-api.hook.ts';
import s from './lti.module.css';
import { ltiText } from './lti-text.hook.ts';

type CoursePeopleProps = { token: string; visit: CourseVisit; onChanged: (visit: CourseVisit) => void };
function GradeFields({ token, visit, onChanged }: CoursePeopleProps) {
  const say = ltiText();
  const { course } = useApi(courseApi);
  const failureText = useFailureText(say);
  const [{ rule, atLeastPercent }, setGrade] = useState(visit.grade);
  const [failure, setFailure] = useState<string | null>(null);
  const [said, setSaid] = useState<'' | 'saved'>('');
  const save = async () => {
    setFailure(null);
    setSaid('');
    await course
      .setGrade({ params: { token }, body: { rule, atLeastPercent } })
      .then((answer) => {
        setSaid('saved');
        onChanged(answer);
      })
      .catch((error: unknown) => setFailure(failureText(error)));
  };
  return (
    <div className={s.form}>
      {failure !== null && <Banner hue="red">{failure}</Banner>}
      <Checkbox
        label={say('visit.gradeRule')}
        checked={rule === 'attended'}
        onChange={({ currentTarget }) => setGrade({ rule: currentTarget.checked ? 'attended' : 'none', atLeastPercent })}
      />
      {rule === 'attended' && (
        <NumberInput
          size="md"
          label={say('visit.percent')}
          min={1}
          max={100}
          allowDecimal={false}
          value={atLeastPercent}
          onChange={(value) => setGrade({ rule, atLeastPercent: Math.min(100, Math.max(1, Number(value) || 1)) })}
        />
      )}
      <div className={s.acts}>
        <span role="status" className={`small ${s.good}`}>
          {said === 'saved' && say('one.saved')}
        </span>
        <Button size="md" onClick={() => void save()}>
          {say('one.save')}
        </Button>
      </div>
    </div>
  );
}

/** For teachers: who was there, and how that becomes a grade. */
export function CoursePeople({ token, visit, onChanged }: CoursePeopleProps) {
  const say = ltiText();
  const { course } = useApi(courseApi);
  const [page, setPage] = useState<{ items: CoursePerson[]; meetings: number; more: boolean } | null>(null);
  useEffect(() => {
    let left = false;
    void course.people({ params: { token } }).then(
      (answer) => left || setPage(answer),
      () => {},
    );
    return () => {
      left = true;
    };
  }, [course, token]);
  return (
    <section>
      <h2>{say('visit.people')}</h2>
      {visit.takesGrades && <GradeFields token={token} visit={visit} onChanged={onChanged} />}
      {page !== null && page.items.length === 0 && <p className="soft">{say('visit.noPeople')}</p>}
      {page !== null && page.items.length > 0 && (
        <table className={s.people}>
          <thead>
            <tr>
              <th scope="col">{say('log.who')}</th>
              <th scope="col">{say('visit.attendance')}</th>
              {visit.takesGrades && <th scope="col">{say('visit.grade')}</th>}
            </tr>
          </thead>
          <tbody>
            {page.items.map((one) => (
              <tr key={one.key}>
                <td>
                  <bdi>{one.name}</bdi> <span className="quiet">{say(`part.${one.part}`)}</span>
                </td>
                <td>{say('visit.attended', { count: one.attended, all: page.meetings })}</td>
                {visit.takesGrades && <td>{one.grade ?? '–'}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {page?.more === true && <p className="tiny quiet">{say('visit.more')}</p>}
    </section>
  );
}
