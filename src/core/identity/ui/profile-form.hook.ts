import { useState } from 'react';
import { Failure } from '#kit/errors.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { OwnProfile } from '../identity.contract.ts';
import { localeOf } from '../identity.rules.ts';
import { useIdentity } from './identity-api.hook.ts';
import { identityText } from './identity-text.hook.ts';
import { useExplained } from './refusal.hook.ts';

const valuesOf = ({ name, locale, timeZone }: OwnProfile) => ({ name, locale: localeOf(locale), timeZone });

/** The form of one's own data. `newer` holds the values that another window has saved since; saving again keeps one's own. */
export function useProfileForm(profile: OwnProfile, onSaved: () => Promise<void>) {
  const say = identityText();
  const identity = useIdentity();
  const { fetchUser } = useAuth();
  const { locale, setLocale } = useReader();
  const explained = useExplained();
  const [newer, setNewer] = useState<OwnProfile | null>(null);
  const version = newer?.version ?? profile.version;
  const form = useDraftForm({
    key: 'profile',
    initial: valuesOf(profile),
    schema: async () => (await import('./fields.hook.ts')).profileFields,
    labels: { name: say('profile.name'), locale: say('profile.locale'), timeZone: say('profile.timeZone') },
    say,
    save: (values) =>
      explained(async () => {
        try {
          await identity.updateProfile({ body: { ...values, version } });
        } catch (error) {
          if (error instanceof Failure && error.code === 'changed_meanwhile') setNewer(await identity.profile());
          throw error;
        }
        await fetchUser();
        if (values.locale !== locale) await setLocale(values.locale);
      }).then(onSaved),
  });
  const takeNewer = () => {
    if (newer === null) return;
    const values = valuesOf(newer);
    form.set('name', values.name);
    form.set('locale', values.locale);
    form.set('timeZone', values.timeZone);
  };
  return { form, newer, takeNewer };
}
