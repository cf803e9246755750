import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { PageHead } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { hasScope } from '#kit/ui/auth/session-user.ts';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { type LoadContext, type ScreenModule, useLoaded } from '#kit/ui/screen.ts';
import type { GroupDetail, GroupItem } from '../groups.contract.ts';
import { type GroupSlots, GroupSlotsContext, thingSources } from './blocks/group-slots.hook.ts';
import { UserSlotsContext } from './blocks/user-slots.hook.ts';
import { groupDraftOf } from './group-draft.hook.ts';
import { GroupForm } from './group-form.part.tsx';
import s from './group.module.css';
import { GroupPeople } from './group-people.part.tsx';
import { thingNameQuery } from './group-thing-names.hook.ts';
import { groupPeopleQuery } from './groups-data.hook.ts';
import { useGroupRemoval } from './groups-remove.hook.ts';
import { iamText } from './iam-text.hook.ts';
import { setsQuery, usersApi } from './user-data.hook.ts';

type LoadedGroup = { show: 'new' } | { show: 'one'; group: GroupDetail } | { show: 'choose'; groups: GroupItem[] };

function NewGroup() {
  const say = iamText();
  usePageTitle(say('groups.newTitle'));
  return (
    <>
      <PageHead title={say('groups.newTitle')} />
      <div className={s.new}>
        <GroupForm group={null} />
      </div>
    </>
  );
}

function EditGroup({ group }: { group: GroupDetail }) {
  const say = iamText();
  const navigate = useNavigate();
  const { remove, failure, dialog } = useGroupRemoval();
  usePageTitle(group.name);
  return (
    <>
      <PageHead title={<bdi>{group.name}</bdi>} sub={say('groups.count', { count: group.people })}>
        <Button
          data-danger
          onClick={() => void remove(group).then((gone) => (gone ? navigate('/users/groups', { replace: true }) : undefined))}
        >
          {say('groups.delete')}
        </Button>
      </PageHead>
      <div className={s.banner}>{failure !== '' && <Banner hue="red">{failure}</Banner>}</div>
      <div className={s.two}>
        <GroupForm key={group.version} group={group} />
        <GroupPeople group={group} />
      </div>
      {dialog}
    </>
  );
}

function Choose({ groups }: { groups: readonly GroupItem[] }) {
  const say = iamText();
  usePageTitle(say('groups.chooseTitle'));
  if (groups.length === 0)
    return (
      <>
        <PageHead title={say('groups.chooseTitle')} />
        <EmptyState title={say('groups.emptyTitle')} text={say('groups.emptyText')}>
          <LinkButton to="/users/groups/add-group">{say('groups.add')}</LinkButton>
        </EmptyState>
      </>
    );
  return (
    <>
      <PageHead title={say('groups.chooseTitle')} />
      <ul className={s.choose}>
        {groups.map((one) => (
          <li key={one.id}>
            <Link to={`/users/groups/edit-group/${one.id}`}>
              <bdi>{one.name}</bdi>
              <span className="small quiet">{say('groups.count', { count: one.people })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** `/users/groups/add-group` and `/users/groups/edit-group/{id?}`. */
function GroupPage() {
  const data = useLoaded<(context: LoadContext) => Promise<LoadedGroup>>();
  if (data.show === 'choose') return <Choose groups={data.groups} />;
  return data.show === 'new' ? <NewGroup /> : <EditGroup key={data.group.id} group={data.group} />;
}

const load = async ({ api, params, url, queries, user }: LoadContext, slots: GroupSlots): Promise<LoadedGroup> => {
  const client = api(usersApi);
  const { groups } = client;
  if (url.pathname.endsWith('/add-group')) return { show: 'new' };
  if (params['id'] === undefined) return { show: 'choose', groups: (await groups.list({ query: { limit: 100 } })).items };
  const { id } = params;
  const group = await groups.get({ params: { id } });
  const sources = thingSources(slots, api);
  await Promise.all([
    queries.prefetchInfiniteQuery(groupPeopleQuery(client, id)),
    ...groupDraftOf(group).things.map((one) => queries.prefetchQuery(thingNameQuery(sources, one))),
    ...(user !== null && hasScope(user.scope, 'iam.view') ? [queries.prefetchQuery(setsQuery(client))] : []),
  ]);
  return { show: 'one', group };
};

/** The screen with the rooms and recordings that can be shared. */
export const groupFormScreen = (slots: GroupSlots): ScreenModule => ({
  Screen: () => (
    <UserSlotsContext value={slots}>
      <GroupSlotsContext value={slots}>
        <GroupPage />
      </GroupSlotsContext>
    </UserSlotsContext>
  ),
  load: (context) => load(context, slots),
});
