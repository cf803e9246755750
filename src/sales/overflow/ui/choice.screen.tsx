import { useQueries, useQuery } from '@tanstack/react-query';
import { Failure } from '#kit/errors.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { PageHead } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { usePageTitle } from '#kit/ui/page.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { mineQuery, overflowApi, thingsQuery } from './blocks/overflow-data.hook.ts';
import { ChoicePanel } from './choice.part.tsx';
import { overflowText } from './overflow-text.hook.ts';
import s from './overflow.module.css';

/** `/my-subscriptions/over-limit`: what the account has too many of, and which of it stays. */
export function Screen() {
  const say = overflowText();
  const api = useApi(overflowApi);
  const { data } = useQuery(mineQuery(api));
  const items = data?.items ?? [];
  const choices = useQueries({ queries: items.map(({ key }) => ({ ...thingsQuery(api, key), retry: false })) });
  usePageTitle(say('title'));
  useLiveRefresh({ area: 'user', kinds: ['account-changed'] });
  return (
    <>
      <PageHead title={say('title')} sub={<span className="quiet">{say('sub')}</span>}>
        <LinkButton to="/my-subscriptions">{say('none.back')}</LinkButton>
      </PageHead>
      {data !== undefined && items.length === 0 && (
        <EmptyState title={say('none.title')} text={say('none.text')}>
          <LinkButton to="/my-subscriptions">{say('none.back')}</LinkButton>
        </EmptyState>
      )}
      <div className={s.stack}>
        {choices.flatMap(({ data: of }) =>
          of === undefined
            ? []
            : // ticks belong to this list of things, so another list starts over
              [<ChoicePanel key={`${of.key} ${of.things.map((one) => `${one.id}${one.stays ? '+' : ''}`).join(' ')}`} of={of} />],
        )}
      </div>
    </>
  );
}

export const load = async ({ api, queries }: LoadContext) => {
  const client = api(overflowApi);
  const { items } = await queries.ensureQueryData(mineQuery(client));
  await Promise.all(
    items.map(({ key }) =>
      queries.ensureQueryData(thingsQuery(client, key)).catch((error: unknown) => {
        // it fits by now
        if (!(error instanceof Failure) || error.code !== 'not_found') throw error;
      }),
    ),
  );
  return null;
};
