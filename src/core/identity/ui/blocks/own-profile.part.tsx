import { TextInput } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import { Fields, FormPage, FormSection, SaveBar } from '#kit/ui/form/form-parts.tsx';
import { emailFormId, useEmailChange } from '../email-change.hook.ts';
import { EmailSection } from '../email-change.part.tsx';
import { useIdentity } from '../identity-api.hook.ts';
import { PictureSection } from '../picture.part.tsx';
import { identityText } from '../identity-text.hook.ts';
import { Newer } from '../newer.part.tsx';
import { useProfileForm } from '../profile-form.hook.ts';
import { profileQuery } from '../profile-queries.hook.ts';
import { LocaleField, ZoneField } from '../region-fields.part.tsx';

/** The form of one's own data inside another screen: it stays where it is, and says that it saved. */
function useOwn() {
  const queries = useQueryClient();
  const { data: profile } = useSuspenseQuery(profileQuery(useIdentity()));
  const [saved, setSaved] = useState<'yes' | 'no'>('no');
  const own = useProfileForm(profile, async () => {
    await queries.invalidateQueries({ queryKey: ['user'] });
    setSaved('yes');
  });
  return { profile, ...own, done: saved === 'yes' && own.form.changes.length === 0 };
}

/** Name and the address one signs in with. */
export function OwnProfile() {
  const say = identityText();
  // before the other form: the router asks the last one whether the page may be left, and only that one keeps a draft
  const email = useEmailChange();
  const { profile, form, newer, takeNewer, done } = useOwn();
  return (
    <>
      <form method="post" onSubmit={form.submit} noValidate>
        {newer !== null && <Newer onTake={takeNewer} />}
        {done && <Banner hue="blue">{say('profile.saved')}</Banner>}
        <FormPage>
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
          <EmailSection profile={profile} change={email} />
        </FormPage>
        <SaveBar form={form} />
      </form>
      <form method="post" id={emailFormId} onSubmit={email.form.submit} noValidate />
    </>
  );
}

/** Language and time zone. */
export function OwnRegion() {
  const say = identityText();
  const { form, newer, takeNewer, done } = useOwn();
  return (
    <form method="post" onSubmit={form.submit} noValidate>
      {newer !== null && <Newer onTake={takeNewer} />}
      {done && <Banner hue="blue">{say('profile.saved')}</Banner>}
      <FormPage>
        <FormSection id="region" title={say('edit.region')}>
          <Fields>
            <LocaleField field={form.input('locale')} label={say('profile.locale')} />
            <ZoneField field={form.input('timeZone')} label={say('profile.timeZone')} />
          </Fields>
        </FormSection>
      </FormPage>
      <SaveBar form={form} />
    </form>
  );
}
