import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Face, Panel } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { Status } from '#kit/ui/status.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { GroupDetail } from '../groups.contract.ts';
import s from './group.module.css';
import { type GroupMember, groupPeopleQuery, useGroupsRefresh, useGroupWords } from './groups-data.hook.ts';
import { iamText } from './iam-text.hook.ts';
import { usersApi } from './user-data.hook.ts';

const PeopleDialog = loadable(async () => (await import('./group-people-dialog.part.tsx')).PeopleDialog);

/** Takes somebody out after a question, or a question back without one. */
function useDrop(group: GroupDetail) {
  const say = iamText();
  const { groups } = useApi(usersApi);
  const ask = useAsk();
  const proof = useProof();
  const refresh = useGroupsRefresh();
  const failureText = useFailureText(useGroupWords());
  const [failure, setFailure] = useState('');
  const drop = async ({ userId, name, state }: GroupMember) => {
    const sure =
      state === 'asked' ||
      (await ask({
        title: say('groups.takeOutTitle', { name }),
        lead: say('groups.takeOutLead'),
        verb: say('groups.takeOut'),
        safe: say('groups.cancel'),
      }));
    if (!sure) return;
    const params = { id: group.id, userId };
    setFailure(await proof.run(say('groups.proof'), () => groups.drop({ params })).then(() => '', failureText));
    await refresh();
  };
  return { drop, failure, dialog: proof.dialog };
}

/** Who is in the group, and who was asked. */
export function GroupPeople({ group }: { group: GroupDetail }) {
  const say = iamText();
  const { can } = useAuth();
  const [adding, setAdding] = useState('no');
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, isPending } = useInfiniteQuery(
    groupPeopleQuery(useApi(usersApi), group.id),
  );
  const { drop, failure, dialog } = useDrop(group);
  useLiveRefresh({ area: 'IAMUser', kinds: ['notice'] });
  const people = data?.pages.flatMap((page) => page.items) ?? [];
  const sees = can('iam.view');
  return (
    <Panel
      flush="flush"
      id="people"
      title={say('groups.people')}
      aside={
        sees && (
          <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setAdding('yes')}>
            {say('groups.addPeople')}
          </Button>
        )
      }
    >
      {failure !== '' && <Banner hue="red">{failure}</Banner>}
      {!isPending && people.length === 0 && <p className={s.note}>{say('groups.noPeople')}</p>}
      <ul className={s.list}>
        {people.map((one) => (
          <MemberRow key={one.userId} member={one} onDrop={() => void drop(one)} />
        ))}
      </ul>
      {hasNextPage && (
        <p className={s.note}>
          <Button size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {say('groups.more')}
          </Button>
        </p>
      )}
      {!sees && <p className={s.note}>{say('groups.mayNotSee')}</p>}
      {adding === 'yes' && (
        <Suspense>
          <PeopleDialog group={group} taken={people.map((one) => one.userId)} onClose={() => setAdding('no')} />
        </Suspense>
      )}
      {dialog}
    </Panel>
  );
}

function MemberRow({ member, onDrop }: { member: GroupMember; onDrop: () => void }) {
  const say = iamText();
  const time = useTimeText();
  const { name, state, since } = member;
  const verb = state === 'asked' ? 'takeBack' : 'takeOut';
  return (
    <li>
      <Face name={name} size={28} />
      <span className={s.grow}>
        <bdi className="strong">{name}</bdi>
        {state === 'asked' ? (
          <Status of="invited" look="plain">
            {say('groups.asked')}
          </Status>
        ) : (
          <span className="tiny quiet">{say('groups.since', { when: time(since, 'day') })}</span>
        )}
      </span>
      <span className={s.acts}>
        <Button size="xs" variant="subtle" data-danger aria-label={say(`groups.${verb}Of`, { name })} onClick={onDrop}>
          {say(`groups.${verb}`)}
        </Button>
      </span>
    </li>
  );
}
