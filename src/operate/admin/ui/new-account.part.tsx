import { TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { standardEntitlements } from '#core/accounts/accounts.rules.ts';
import { RegionFields } from '#core/identity/ui/blocks/region.part.tsx';
import { locales } from '#kit/facts.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { Fields, FormSection, Full, SaveBar } from '#kit/ui/form/form-parts.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { adminApi, useAdminRefresh } from './admin-data.hook.ts';
import { adminText } from './admin-text.hook.ts';
import s from './admin.module.css';
import { limitsDraftOf, type LimitsDraft, limitsOf, limitsTrouble } from './limits-draft.hook.ts';
import { LimitsSection } from './limits.part.tsx';
import { type PersonDraft, personTrouble } from './person-draft.hook.ts';

type NewAccountDraft = LimitsDraft & PersonDraft & { organisation: string };

/** A customer's account with an owner who is mailed how to get in. */
export function NewAccount() {
  const say = adminText();
  const api = useApi(adminApi);
  const navigate = useNavigate();
  const refresh = useAdminRefresh();
  const { locale, zone } = useReader();
  const standard = standardEntitlements;
  const form = useDraftForm<NewAccountDraft>({
    key: 'account:new',
    initial: { organisation: '', name: '', email: '', locale, timeZone: zone, ...limitsDraftOf({}, standard) },
    check: (draft) => ({
      ...(draft.organisation.trim() === '' && { organisation: 'required' }),
      ...personTrouble(draft),
      ...limitsTrouble(draft),
    }),
    labels: { organisation: say('form.organisation'), name: say('form.name'), email: say('form.email') },
    say,
    save: async (draft) => {
      const made = await api.users.create({
        body: {
          organisation: draft.organisation.trim(),
          name: draft.name.trim(),
          email: draft.email.trim(),
          locale: locales.find((one) => one === draft.locale) ?? 'en-US',
          timeZone: draft.timeZone,
          limits: limitsOf(draft, standard),
        },
      });
      await refresh();
      await navigate(`/users/edit-user/${made.id}`, { replace: true });
    },
  });
  return (
    <form method="post" className={s.col} onSubmit={form.submit} noValidate>
      <FormSection id="about" title={say('form.about')}>
        <Fields>
          <Full>
            <TextInput
              size="md"
              {...form.input('organisation')}
              label={say('form.organisation')}
              dir="auto"
              maxLength={100}
              autoComplete="off"
            />
          </Full>
        </Fields>
      </FormSection>
      <FormSection id="owner" title={say('form.owner')} hint={say('form.ownerHint')}>
        <Fields>
          <TextInput size="md" {...form.input('name')} label={say('form.name')} dir="auto" maxLength={100} autoComplete="off" />
          <TextInput
            size="md"
            {...form.input('email')}
            label={say('form.email')}
            type="email"
            dir="ltr"
            maxLength={254}
            autoComplete="off"
          />
          <RegionFields
            locale={{ field: form.input('locale'), label: say('form.locale') }}
            zone={{ field: form.input('timeZone'), label: say('form.timeZone') }}
          />
        </Fields>
      </FormSection>
      <LimitsSection form={{ ...form, setLimit: form.set }} standard={standard} by="standard" />
      <SaveBar form={form} primary={say('form.make')} always="always" />
    </form>
  );
}
