import { useQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { KeyList } from '../key-list.part.tsx';
import { keysApi, keysQuery } from '../rest-data.hook.ts';
import { restText } from '../rest-text.hook.ts';
import s from '../rest.module.css';

/** Keys that one person made, including those that act for the account; those who manage the person can end them here. */
export function PersonKeys({ userId }: { userId: string }) {
  const say = restText();
  const { data, error } = useQuery(keysQuery(useApi(keysApi)));
  const items = data?.items.filter((one) => one.madeBy.id === userId) ?? [];
  return (
    <Panel flush="flush" id="keys" title={say('keys.title')}>
      {data !== undefined && items.length === 0 && <p className={`small soft ${s.banner}`}>{say('keys.noneOfPerson')}</p>}
      <KeyList items={items} error={error} />
    </Panel>
  );
}
