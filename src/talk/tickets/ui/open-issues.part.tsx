import { useQuery } from '@tanstack/react-query';
import { Panel } from '#kit/ui/bits.tsx';
import { Link } from '#kit/ui/link.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { Time } from '#kit/ui/time.tsx';
import { helpText } from './blocks/help-text.hook.ts';
import s from './ticket.module.css';
import { issuePath, issuesApi, openIssuesQuery } from './tickets-data.hook.ts';

/** The open tickets that changed last. */
export function OpenIssues() {
  const say = helpText();
  const { data } = useQuery(openIssuesQuery(useApi(issuesApi)));
  useLiveRefresh({ area: 'issues', kinds: ['ticket'] });
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Panel
      id="open-tickets"
      title={say('home.title', { count: data.open })}
      flush="flush"
      aside={
        <Link to="/issues/user/list" className="link small">
          {say('home.all')}
        </Link>
      }
    >
      <ul className={s.open}>
        {data.items.map(({ id, subject, state, updatedAt }) => (
          <li key={id}>
            <Link to={issuePath(id)}>
              <span className="strong" dir="auto">
                {subject}
              </span>
              <span className="row tiny">
                <span className={s.turn} data-state={state}>
                  {say(`state.${state}`)}
                </span>
                <span className="quiet">
                  <Time at={updatedAt} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
