import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Ltr, Meter, Panel } from '#kit/ui/bits.tsx';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { CustomerDashboard } from './dashboard-data.hook.ts';
import { dashboardText } from './dashboard-text.hook.ts';
import s from './dashboard.module.css';

type UsageLine = { used: number; limit: number | null };
/** From here on a limit is worth a word; the meter turns amber at the same place. */
const near = 0.8;
const isNear = ({ used, limit }: UsageLine): boolean => limit !== null && used >= limit * near;

function Line({ label, meter }: { label: string; meter: UsageLine }) {
  const say = dashboardText();
  const { locale } = useReader();
  const figure = (n: number) => n.toLocaleString(intlTag(locale));
  return (
    <li>
      <span className={`small ${s.use}`}>
        <span className="soft">{label}</span>
        {meter.limit === null ? (
          <span className="row">
            <b className="strong num">{figure(meter.used)}</b>
            <span className="quiet tiny">{say('usage.noLimit')}</span>
          </span>
        ) : (
          <Ltr className="num">
            <b className="strong">{figure(meter.used)}</b> <span className="quiet">/ {figure(meter.limit)}</span>
          </Ltr>
        )}
      </span>
      {meter.limit !== null && <Meter value={meter.used} of={meter.limit} label={label} />}
    </li>
  );
}

/** What the account uses of what it may. A sentence says what a full meter means. */
export function Usage({ usage }: { usage: CustomerDashboard['usage'] }) {
  const say = dashboardText();
  const { user } = useAuth();
  const { rooms, meetingsAtOnce, peopleAtOnce } = usage;
  return (
    <Panel id="usage" title={say('usage.title')} aside={<span className="tiny quiet cut">{user?.account?.name}</span>}>
      <ul className={s.usage}>
        <Line label={say('usage.people')} meter={peopleAtOnce} />
        <Line label={say('usage.meetings')} meter={meetingsAtOnce} />
        <Line label={say('usage.rooms')} meter={rooms} />
      </ul>
      {isNear(rooms) && (
        <p className={s.warn}>{say('usage.roomsLeft', { count: Math.max(0, (rooms.limit ?? 0) - rooms.used) })}</p>
      )}
      {meetingsAtOnce.limit !== null && meetingsAtOnce.used >= meetingsAtOnce.limit && (
        <p className={s.warn}>{say('usage.meetingsFull')}</p>
      )}
      <p className={`tiny quiet ${s.peak}`}>{say('usage.peak', { count: peopleAtOnce.peak })}</p>
    </Panel>
  );
}
