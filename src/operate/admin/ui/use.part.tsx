import { Meter, Panel } from '#kit/ui/bits.tsx';
import { Time } from '#kit/ui/time.tsx';
import type { AccountDetail } from '../account-views.contract.ts';
import { adminText } from './admin-text.hook.ts';
import s from './admin.module.css';
import { useSize } from './size.hook.ts';

const bytesPerGb = 1_000_000_000;

/** What the account uses, against its limits where there are any. */
export function UsePanel({ account }: { account: AccountDetail }) {
  const say = adminText();
  const size = useSize();
  const { usage, limits, standard } = account;
  const limitOf = (key: 'rooms' | 'people' | 'recordingGb') =>
    limits[key] === undefined ? (standard[key] ?? null) : limits[key];
  const gb = limitOf('recordingGb');
  const rows = [
    { id: 'rooms', used: usage.rooms, limit: limitOf('rooms'), show: String },
    { id: 'people', used: usage.people, limit: limitOf('people'), show: String },
    { id: 'meetings', used: usage.meetings, limit: null, show: String },
    { id: 'storage', used: usage.recordedBytes, limit: gb === null ? null : gb * bytesPerGb, show: size },
  ] as const;
  return (
    <Panel flush="flush" id="use" title={say('account.use')}>
      <dl className={s.use}>
        {rows.map(({ id, used, limit, show }) => (
          <div key={id}>
            <dt>{say(`list.${id}`)}</dt>
            <dd>
              <span className="num">
                {limit === null ? show(used) : say('account.useOf', { used: show(used), limit: show(limit) })}
              </span>
              {limit !== null && <Meter value={used} of={limit} label={say(`list.${id}`)} />}
            </dd>
          </div>
        ))}
        <div>
          <dt>{say('list.lastActive')}</dt>
          <dd>{account.lastActiveAt === null ? say('list.never') : <Time at={account.lastActiveAt} />}</dd>
        </div>
        <div>
          <dt>{say('list.created')}</dt>
          <dd>
            <Time at={account.createdAt} look="full" />
          </dd>
        </div>
      </dl>
    </Panel>
  );
}
