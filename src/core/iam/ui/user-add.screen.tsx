import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { loadMailOff } from '#core/outbox/ui/blocks/mail-off.hook.ts';
import { MailOff } from '#core/outbox/ui/blocks/mail-off.part.tsx';
import { Failure } from '#kit/errors.ts';
import { hasScope } from '#kit/ui/auth/session-user.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { PageHead } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { Fields, FormSection, RadioList, SaveBar } from '#kit/ui/form/form-parts.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { LoadContext, ScreenModule } from '#kit/ui/screen.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { iamLimits } from '../iam.rules.ts';
import { type UserSlots, UserSlotsContext } from './blocks/user-slots.hook.ts';
import { iamText } from './iam-text.hook.ts';
import { catalogueQuery, groupChoiceQuery, membersQuery, setsQuery, usersApi, useUsersRefresh } from './user-data.hook.ts';
import { grantsDraftOf, grantsOf, type NewUserDraft, newUserTrouble } from './user-draft.hook.ts';
import { Grants, OwnGrants } from './user-grants.part.tsx';
import type { FirstSignIn } from './user-link-dialog.part.tsx';
import s from './user.module.css';

const AliasDialog = loadable(async () => (await import('./user-alias-dialog.part.tsx')).AliasDialog);
const LinkDialog = loadable(async () => (await import('./user-link-dialog.part.tsx')).LinkDialog);
/** Thrown when somebody turns away from the proof; there is nothing to say about it. */
const stays = new Failure('not_saved');
const anyList = { q: '', filters: {}, after: null };

const load = async (context: LoadContext) => {
  const { api, queries, user } = context;
  const client = api(usersApi);
  await Promise.all([
    queries.ensureQueryData(catalogueQuery(client)),
    queries.ensureQueryData(setsQuery(client)),
    queries.ensureQueryData(membersQuery(client, anyList)),
    hasScope(user?.scope, 'groups.view') ? queries.prefetchQuery(groupChoiceQuery(client, '')) : null,
    loadMailOff(context),
  ]);
  return null;
};

/** `/users/IAMUsers/add-user`: by an invitation, or with a sign-in of the account's own. */
export const userAddScreen = (slots: UserSlots): ScreenModule => ({
  load,
  Screen: () => (
    <UserSlotsContext value={slots}>
      <NewUser />
    </UserSlotsContext>
  ),
});

function NewUser() {
  const say = iamText();
  const { iam } = useApi(usersApi);
  const navigate = useNavigate();
  const refresh = useUsersRefresh();
  const proof = useProof();
  const { zone, now } = useReader();
  const [link, setLink] = useState<FirstSignIn | null>(null);
  const leave = () => void navigate('/users/IAMUsers', { replace: true });
  const form = useDraftForm<NewUserDraft>({
    key: 'iam-user:new',
    initial: { ...grantsDraftOf(null, zone), how: 'mail', email: '', userName: '', name: '' },
    check: (draft) => newUserTrouble(draft, { zone, now }),
    labels: { name: say('form.name'), email: say('form.email'), userName: say('form.userName'), preset: say('form.preset') },
    say,
    save: async (draft) => {
      const grants = grantsOf(draft, zone);
      const name = draft.name.trim();
      if (draft.how === 'mail') {
        const body = { email: draft.email.trim(), name, ...grants };
        const invited = await proof.run(say('form.proof'), () => iam.invite({ body }));
        if (invited === null) throw stays;
        await refresh();
        return invited.link === null ? leave() : setLink({ ...invited.link, signInName: null, invites: body.email });
      }
      const body = { userName: draft.userName.trim().toLowerCase(), name, ...grants };
      const made = await proof.run(say('form.proof'), () => iam.create({ body }));
      if (made === null) throw stays;
      await refresh();
      setLink({ ...made.firstSignIn, signInName: made.member.signInName });
    },
  });
  return (
    <>
      <PageHead title={say('form.newTitle')} sub={say('form.newSub')} />
      <MailOff />
      <form method="post" className={s.new} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <FormSection id="who" title={say('form.who')}>
          <RadioList
            label={say('form.who')}
            value={form.values.how}
            onChange={(how) => form.set('how', how)}
            options={[
              { value: 'mail', title: say('form.byMail'), text: say('form.byMailText') },
              { value: 'name', title: say('form.byName'), text: say('form.byNameText') },
            ]}
          />
          <Who form={form} />
        </FormSection>
        <Grants form={form} />
        <OwnGrants form={form} />
        <SaveBar form={form} primary={say(form.values.how === 'mail' ? 'form.invite' : 'form.create')} always="always" />
      </form>
      {proof.dialog}
      <Suspense>{link !== null && <LinkDialog link={link} onClose={leave} />}</Suspense>
    </>
  );
}

type WhoProps = { form: Pick<ReturnType<typeof useDraftForm<NewUserDraft>>, 'input' | 'values'> };
function Who({ form }: WhoProps) {
  const say = iamText();
  const { data } = useQuery(membersQuery(useApi(usersApi), anyList));
  const [open, setOpen] = useState(false);
  const alias = data?.alias ?? null;
  if (form.values.how === 'mail')
    return (
      <Fields>
        <TextInput
          size="md"
          {...form.input('email')}
          label={say('form.email')}
          type="email"
          dir="ltr"
          maxLength={254}
          autoComplete="off"
        />
        <TextInput
          size="md"
          {...form.input('name')}
          label={say('form.nameMaybe')}
          dir="auto"
          maxLength={100}
          autoComplete="off"
        />
      </Fields>
    );
  return (
    <>
      {data !== undefined && alias === null && (
        <Banner
          hue="amber"
          action={
            <Button size="xs" onClick={() => setOpen(true)}>
              {say('users.aliasSet')}
            </Button>
          }
        >
          {say('form.needsAlias')}
        </Banner>
      )}
      <Fields>
        <TextInput
          size="md"
          {...form.input('userName')}
          label={say('form.userName')}
          description={alias === null ? say('form.userNameHint') : say('form.signsInAs', { name: signInAs(alias, form.values) })}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          dir="ltr"
          maxLength={iamLimits.userName.max}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextInput size="md" {...form.input('name')} label={say('form.name')} dir="auto" maxLength={100} autoComplete="off" />
      </Fields>
      <Suspense>{open && <AliasDialog alias={null} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

const signInAs = (alias: string, { userName }: NewUserDraft): string =>
  `\u2066${alias}/${userName.trim().toLowerCase() === '' ? '…' : userName.trim().toLowerCase()}\u2069`;
