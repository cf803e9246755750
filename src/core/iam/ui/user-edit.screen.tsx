import { Button } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useContext, useMemo } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { Failure } from '#kit/errors.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { hasScope } from '#kit/ui/auth/session-user.ts';
import { Ltr, PageHead } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { SaveBar } from '#kit/ui/form/form-parts.tsx';
import { Link } from '#kit/ui/link.tsx';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import { type LoadContext, type ScreenModule, useLoaded } from '#kit/ui/screen.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { Time } from '#kit/ui/time.tsx';
import type { MemberDetail, MemberItem } from '../iam.contract.ts';
import { type UserSlots, UserSlotsContext } from './blocks/user-slots.hook.ts';
import { iamText } from './iam-text.hook.ts';
import { actsFor, type UserAct, useUserActs } from './user-acts.part.tsx';
import {
  catalogueQuery,
  groupChoiceQuery,
  memberQuery,
  setsQuery,
  usersApi,
  useUsersRefresh,
  usesQuery,
} from './user-data.hook.ts';
import { changesOf, type GrantsDraft, grantsDraftOf, grantsTrouble } from './user-draft.hook.ts';
import { Grants, OwnGrants } from './user-grants.part.tsx';
import { UserState } from './user-state.part.tsx';
import { actIcons, pathOfUser, shownName } from './user-shown.hook.ts';
import { Why } from './why-panel.part.tsx';
import { Uses } from './why-uses.part.tsx';
import s from './user.module.css';

/** Thrown when somebody turns away from the proof; there is nothing to say about it. */
const stays = new Failure('not_saved');

type LoadedMembers = { choose: MemberItem[] | null };
const load = async ({ api, queries, params, user }: LoadContext, { Keys }: UserSlots): Promise<LoadedMembers> => {
  const client = api(usersApi);
  const { id } = params;
  if (id === undefined) {
    const { items } = await client.iam.members({ query: { limit: 100 } });
    return { choose: items.filter(({ kind }) => kind === 'member') };
  }
  await queries.ensureQueryData(memberQuery(client, id));
  await Promise.all([
    queries.ensureQueryData(usesQuery(client, id)),
    queries.ensureQueryData(catalogueQuery(client)),
    queries.ensureQueryData(setsQuery(client)),
    hasScope(user?.scope, 'groups.view') ? queries.prefetchQuery(groupChoiceQuery(client, '')) : null,
    Keys?.preload(),
  ]);
  return { choose: null };
};

/** `/users/IAMUsers/edit-user/{id}`: what a person may do, and why; without an id, the list to choose from. */
export const userEditScreen = (slots: UserSlots): ScreenModule => ({
  load: (context) => load(context, slots),
  Screen: () => {
    const { choose } = useLoaded<(context: LoadContext) => Promise<LoadedMembers>>();
    const { id } = useParams();
    return (
      <UserSlotsContext value={slots}>
        {choose === null && id !== undefined ? <User key={id} id={id} /> : <Choose members={choose ?? []} />}
      </UserSlotsContext>
    );
  },
});

function User({ id }: { id: string }) {
  const say = iamText();
  const { data: member } = useSuspenseQuery(memberQuery(useApi(usersApi), id));
  const { act, drawn } = useUserActs();
  const { can } = useAuth();
  const { Keys } = useContext(UserSlotsContext);
  const name = shownName(member);
  usePageTitle(name);
  const signIn = member.signInName ?? member.email;
  return (
    <>
      <PageHead
        title={
          <span className={s.title}>
            <bdi>{name}</bdi> <UserState state={member.state} look="pill" />
          </span>
        }
        sub={
          <>
            {signIn !== null && <Ltr>{signIn}</Ltr>}
            <span className="small quiet">
              {say('users.lastActive')}: {member.lastActiveAt === null ? say('users.never') : <Time at={member.lastActiveAt} />}
            </span>
            <span className="small quiet">
              {say('users.factor')}: {say(member.secondFactor === true ? 'users.factorYes' : 'users.factorNo')}
            </span>
          </>
        }
      >
        <Acts member={member} act={act} />
      </PageHead>
      {drawn}
      <div className={s.two}>
        {member.rights.edit ? <RightsForm key={member.version} member={member} /> : <Fixed member={member} />}
        <div className={s.col}>
          <Why member={member} />
          <Uses id={member.id} />
          <Suspense>{Keys !== undefined && can('keys.manage') && <Keys userId={member.id} />}</Suspense>
        </div>
      </div>
    </>
  );
}

type ActsProps = { member: MemberDetail; act: ReturnType<typeof useUserActs>['act'] };
/** Keeping out or letting in is a button; what is rarer stands behind the dots. */
function Acts({ member, act }: ActsProps) {
  const say = iamText();
  const navigate = useNavigate();
  const [first, ...more] = actsFor(member);
  if (first === undefined) return null;
  const FirstIcon = actIcons[first];
  const go = async (what: UserAct) => {
    if ((await act(what, member)) && what === 'remove') await navigate('/users/IAMUsers', { replace: true });
  };
  return (
    <>
      {more.length > 0 && (
        <RowMenu look="head" label={say('users.menu', { name: shownName(member) })}>
          {() =>
            more.map((what) => {
              const Icon = actIcons[what];
              return (
                <MenuItem
                  key={what}
                  {...(what === 'remove' ? { color: 'red' } : {})}
                  leftSection={<Icon size={16} stroke={1.75} />}
                  onClick={() => void go(what)}
                >
                  {say(`users.act.${what}`)}
                </MenuItem>
              );
            })
          }
        </RowMenu>
      )}
      <Button leftSection={<FirstIcon size={16} stroke={1.75} />} onClick={() => void go(first)}>
        {say(`users.act.${first}`)}
      </Button>
    </>
  );
}

function Fixed({ member }: { member: MemberDetail }) {
  const say = iamText();
  const reason = member.preset === 'owner' ? 'form.isOwner' : member.me ? 'form.isMe' : 'form.notMine';
  return (
    <Banner hue="blue">
      {say('users.presetIs', { preset: say(`users.preset.${member.preset}`) })} {say(reason)}
    </Banner>
  );
}

function RightsForm({ member }: { member: MemberDetail }) {
  const say = iamText();
  const api = useApi(usersApi);
  const queries = useQueryClient();
  const refresh = useUsersRefresh();
  const proof = useProof();
  const { zone, now } = useReader();
  const first = useMemo(() => grantsDraftOf(member, zone), [member, zone]);
  const form = useDraftForm<GrantsDraft>({
    key: `iam-user:${member.id}`,
    initial: first,
    // an end that is over already may stay as it is
    check: (draft) =>
      draft.expiresAt === first.expiresAt
        ? { ...grantsTrouble({ ...draft, expiresAt: '' }, { zone, now }) }
        : grantsTrouble(draft, { zone, now }),
    labels: { preset: say('form.preset'), sets: say('form.sets'), groups: say('form.groups'), expiresAt: say('form.ends') },
    say,
    save: async (draft) => {
      const body = { ...changesOf(draft, first, zone), version: member.version };
      const saved = await proof.run(say('form.proof'), () => api.iam.update({ params: { id: member.id }, body }));
      if (saved === null) throw stays;
      queries.setQueryData(memberQuery(api, member.id).queryKey, saved);
      await refresh();
    },
  });
  return (
    <>
      <form method="post" className={s.col} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        {member.grantedBy !== null && (
          <span className="tiny quiet">{say('form.givenBy', { name: `\u2068${member.grantedBy.name}\u2069` })}</span>
        )}
        <Grants form={form} kept={member} />
        <OwnGrants form={form} />
        <SaveBar form={form} />
      </form>
      {proof.dialog}
    </>
  );
}

function Choose({ members }: { members: readonly MemberItem[] }) {
  const say = iamText();
  return (
    <>
      <PageHead title={say('form.chooseTitle')} />
      <ul className={s.choose}>
        {members.map((member) => (
          <li key={member.id}>
            <Link to={pathOfUser(member.id)}>
              <span className="grow cut">
                <bdi className="strong">{shownName(member)}</bdi>{' '}
                <Ltr className="small quiet">{member.email ?? member.signInName ?? ''}</Ltr>
              </span>
              <UserState state={member.state} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
