import { TextInput } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { PageHead } from '#kit/ui/bits.tsx';
import { Fields, FormPage, FormSection, FormSide, SaveBar } from '#kit/ui/form/form-parts.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { emailFormId, useEmailChange } from './email-change.hook.ts';
import { localeNames } from '#kit/ui/text/locale.ts';
import { localeOf } from '../identity.rules.ts';
import { EmailSection } from './email-change.part.tsx';
import { identityApi, useIdentity } from './identity-api.hook.ts';
import { identityText } from './identity-text.hook.ts';
import { Newer } from './newer.part.tsx';
import { PictureSection } from './picture.part.tsx';
import { profileQuery } from './profile-queries.hook.ts';
import { useProfileForm } from './profile-form.hook.ts';
import { LocaleField, ZoneField } from './region-fields.part.tsx';

export const load = async ({ api, queries }: LoadContext) => {
  await queries.ensureQueryData(profileQuery(api(identityApi).identity));
  return null;
};

/** Name, language, time zone, and the address one signs in with. */
export function Screen() {
  const say = identityText();
  const identity = useIdentity();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { data: profile } = useSuspenseQuery(profileQuery(identity));
  // before the other form: the router asks the last one whether the page may be left, and only that one keeps a draft
  const email = useEmailChange();
  const { form, newer, takeNewer } = useProfileForm(profile, async () => {
    await queries.invalidateQueries({ queryKey: ['user'] });
    await navigate('/users/profile', { state: { done: 'saved' } });
  });
  return (
    <>
      <PageHead title={say('edit.title')} sub={say('edit.sub')} />
      <form method="post" onSubmit={form.submit} noValidate>
        {newer !== null && <Newer onTake={takeNewer} />}
        <FormPage
          side={
            <FormSide
              form={form}
              wordOf={(change, which) => {
                const value = String(change[which]);
                return change.name === 'locale' ? localeNames[localeOf(value)] : value;
              }}
              sections={[
                { id: 'picture', title: say('picture.title'), fields: [] },
                { id: 'about', title: say('edit.about'), fields: ['name'] },
                { id: 'region', title: say('edit.region'), fields: ['locale', 'timeZone'] },
                { id: 'email', title: say('edit.emailTitle'), fields: [] },
              ]}
            />
          }
        >
          <PictureSection profile={profile} />
          <FormSection id="about" title={say('edit.about')}>
            <Fields>
              <TextInput
                size="md"
                label={say('profile.name')}
                description={say('edit.nameHint')}
                inputWrapperOrder={['label', 'input', 'error', 'description']}
                autoComplete="name"
                {...form.input('name')}
              />
            </Fields>
          </FormSection>
          <FormSection id="region" title={say('edit.region')}>
            <Fields>
              <LocaleField field={form.input('locale')} label={say('profile.locale')} />
              <ZoneField field={form.input('timeZone')} label={say('profile.timeZone')} />
            </Fields>
          </FormSection>
          <EmailSection profile={profile} change={email} />
        </FormPage>
        <SaveBar form={form} />
      </form>
      <form method="post" id={emailFormId} onSubmit={email.form.submit} noValidate />
      {email.dialog}
    </>
  );
}
