import { useSuspenseQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { Time } from '#kit/ui/time.tsx';
import { iamText } from './iam-text.hook.ts';
import { whyText } from './why-text.hook.ts';
import { actionWords } from './set-words.hook.ts';
import { usersApi, usesQuery } from './user-data.hook.ts';
import s from './user.module.css';

const unusedAfter = 90 * 86_400_000;

/** Every permission that a person holds, and those among them that nobody seems to need. */
export function Uses({ id }: { id: string }) {
  const say = iamText();
  const why = whyText();
  const { now } = useReader();
  const { data } = useSuspenseQuery(usesQuery(useApi(usersApi), id));
  const isUnused = (lastUsedAt: number | null) => lastUsedAt === null || now - lastUsedAt > unusedAfter;
  const unused = data.items.filter(({ lastUsedAt }) => isUnused(lastUsedAt)).length;
  return (
    <Panel flush="flush" id="uses" title={why('why.uses')}>
      <p className={s.note}>
        {data.items.length === 0 ? why('why.noRights') : why('why.unused', { count: unused, all: data.items.length })}
      </p>
      <ul className={s.uses}>
        {data.items.map(({ name, reach, lastUsedAt }) => (
          <li key={name} data-unused={isUnused(lastUsedAt) || undefined}>
            <span className={s.grow}>
              <span>{actionWords(say, name)}</span>
              <span className="tiny quiet">{why(`why.reach.${reach}`)}</span>
            </span>
            <span className="tiny quiet">{lastUsedAt === null ? why('why.neverUsed') : <Time at={lastUsedAt} />}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
