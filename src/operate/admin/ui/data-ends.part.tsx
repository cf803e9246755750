import { useQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { Link } from '#kit/ui/link.tsx';
import { adminText } from './admin-text.hook.ts';
import s from './admin.module.css';
import { DataEndStage } from './data-end-stage.part.tsx';
import { dataEndsApi, dataEndsQuery } from './data-ends.hook.ts';

/** So many are shown; the title says how many there are. */
const shown = 5;

/** Accounts whose data will be erased, what is next first. Nothing while there are none. For the operator alone. */
export function DataEnds() {
  const say = adminText();
  const { data } = useQuery(dataEndsQuery(useApi(dataEndsApi).dataEnds));
  if (data === undefined || data.items.length === 0) return null;
  const { items, total, days } = data;
  return (
    <div className={s.endsOver}>
      <Panel
        flush="flush"
        id="data-ends"
        title={total === undefined || total === 0 ? say('dataEnd.list') : say('dataEnd.listOf', { count: total })}
        aside={
          <Link to="/settings?tab=limits" className="link small">
            {say('dataEnd.setting')}
          </Link>
        }
      >
        <p className={`small quiet ${s.ends}`}>{days === 0 ? say('dataEnd.leadOff') : say('dataEnd.lead', { days })}</p>
        <ul className={s.staff}>
          {items.slice(0, shown).map(({ account, stage, on }) => (
            <li key={account.id}>
              <span className="grow">
                <Link to={`/users/edit-user/${account.id}`} className="strong small" dir="auto">
                  {account.name}
                </Link>
              </span>
              <span className="small soft">
                <DataEndStage stage={stage} on={on} />
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
