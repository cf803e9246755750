import { Panel } from '#kit/ui/bits.tsx';
import { Link } from '#kit/ui/link.tsx';
import { Duration, Time } from '#kit/ui/time.tsx';
import type { CustomerDashboard } from './dashboard-data.hook.ts';
import { dashboardText } from './dashboard-text.hook.ts';
import s from './dashboard.module.css';

/** Ends that somebody may want to look into. */
const broken: readonly string[] = ['server_lost', 'server_unreachable', 'abandoned'];

/** The meetings that were last, each leading to its attendance. */
export function Latest({ meetings }: { meetings: CustomerDashboard['latest'] }) {
  const say = dashboardText();
  const any = meetings.length > 0;
  return (
    <Panel
      id="latest"
      title={say('latest.title')}
      flush="flush"
      aside={
        any ? (
          <Link to="/rooms/meetings" className="link small">
            {say('latest.all')}
          </Link>
        ) : null
      }
    >
      {any ? (
        <ul className={s.latest}>
          {meetings.map((one) => (
            <li key={one.id}>
              <Link to={`/rooms/meeting/${one.id}`} className={s.latestRow}>
                <span className={s.when}>
                  <span className="strong small cut">{one.name}</span>
                  <span className={`tiny quiet ${s.whenLine}`}>
                    <Time at={one.startedAt} look="moment" />
                    {broken.includes(one.endReason ?? '') && <span className={s.lost}>{say('latest.lost')}</span>}
                  </span>
                </span>
                <span className={`small soft ${s.count}`}>{say('latest.people', { count: one.total })}</span>
                <span className={`small soft ${s.length}`}>
                  <Duration minutes={one.minutes} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className={`small quiet ${s.note}`}>{say('latest.none')}</p>
      )}
    </Panel>
  );
}
