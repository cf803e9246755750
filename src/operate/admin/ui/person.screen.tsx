import { useSuspenseQuery } from '@tanstack/react-query';
import { IconBuilding } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { locales } from '#kit/facts.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { Face, Ltr, PageHead, Panel } from '#kit/ui/bits.tsx';
import { Link } from '#kit/ui/link.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { localeNames } from '#kit/ui/text/locale.ts';
import { Time } from '#kit/ui/time.tsx';
import { adminApi, personQuery } from './admin-data.hook.ts';
import { adminText } from './admin-text.hook.ts';
import s from './admin.module.css';

export const load = async ({ api, queries, params }: LoadContext) => {
  await queries.ensureQueryData(personQuery(api(adminApi), params['id'] ?? ''));
  return null;
};

const roles = ['owner', 'admin', 'member', 'staff'] as const;
/** `/users/profile/{id}`: a colleague, or somebody in an account that one looks after. */
export function Screen() {
  const say = adminText();
  const { id = '' } = useParams();
  const { data: person } = useSuspenseQuery(personQuery(useApi(adminApi), id));
  usePageTitle(person.name);
  const locale = locales.find((one) => one === person.locale);
  const roleOf = (text: string) => {
    const role = roles.find((one) => one === text);
    return role === undefined ? '' : say(`person.${role}`);
  };
  return (
    <>
      <PageHead
        title={
          <span className={s.title}>
            <Face name={person.name} size={32} picture={person.picture} /> <bdi>{person.name}</bdi>
          </span>
        }
      />
      <div className={s.two}>
        <Panel flush="flush" id="about" title={say('person.about')}>
          <dl className={s.use}>
            <div>
              <dt>{say('person.email')}</dt>
              <dd>{person.email === null ? <span className="quiet">{say('person.hidden')}</span> : <Ltr>{person.email}</Ltr>}</dd>
            </div>
            <div>
              <dt>{say('form.locale')}</dt>
              <dd>{locale === undefined ? person.locale : localeNames[locale]}</dd>
            </div>
            <div>
              <dt>{say('form.timeZone')}</dt>
              <dd>
                <Ltr>{person.timeZone.replaceAll('_', ' ')}</Ltr>
              </dd>
            </div>
            <div>
              <dt>{say('person.since')}</dt>
              <dd>
                <Time at={person.createdAt} look="full" />
              </dd>
            </div>
          </dl>
        </Panel>
        <Panel flush="flush" id="places" title={say('person.places')}>
          <ul className={s.staff}>
            {person.places.map((place) => (
              <li key={place.accountId}>
                <IconBuilding size={18} stroke={1.75} />
                <span className="grow">
                  {place.kept ? (
                    <Link to={`/users/edit-user/${place.accountId}`} className="strong small" dir="auto">
                      {place.account}
                    </Link>
                  ) : (
                    <bdi className="strong small">{place.account}</bdi>
                  )}
                  <span className={`tiny quiet ${s.line}`}>{roleOf(place.role)}</span>
                </span>
                <span className="small soft">
                  <Time at={place.since} />
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </>
  );
}
