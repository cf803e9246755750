import { TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { RegionFields } from '#core/identity/ui/blocks/region.part.tsx';
import { Failure } from '#kit/errors.ts';
import { locales } from '#kit/facts.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { Fields, FormSection, SaveBar } from '#kit/ui/form/form-parts.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { StaffRole } from '../admin.rules.ts';
import { adminApi, useAdminRefresh } from './admin-data.hook.ts';
import { adminText } from './admin-text.hook.ts';
import s from './admin.module.css';
import { type PersonDraft, personTrouble } from './person-draft.hook.ts';
import { RoleBoxes } from './roles.part.tsx';

type NewStaffDraft = PersonDraft & { roles: StaffRole[] };
/** Thrown when somebody turns away from the proof; there is nothing to say about it. */
const stays = new Failure('not_saved');

/** Somebody who works for the operator, with the roles that the giver holds themselves. */
export function NewStaff({ mayGive }: { mayGive: readonly StaffRole[] }) {
  const say = adminText();
  const api = useApi(adminApi);
  const navigate = useNavigate();
  const refresh = useAdminRefresh();
  const proof = useProof();
  const { locale, zone } = useReader();
  const form = useDraftForm<NewStaffDraft>({
    key: 'staff:new',
    initial: { name: '', email: '', locale, timeZone: zone, roles: [] },
    check: (draft) => ({ ...personTrouble(draft), ...(draft.roles.length === 0 && { roles: 'no_role' }) }),
    labels: { name: say('form.name'), email: say('form.email'), roles: say('form.roles') },
    say,
    save: async (draft) => {
      const body = {
        name: draft.name.trim(),
        email: draft.email.trim(),
        locale: locales.find((one) => one === draft.locale) ?? 'en-US',
        timeZone: draft.timeZone,
        roles: draft.roles,
      };
      if ((await proof.run(say('proof.staff'), () => api.staff.add({ body }))) === null) throw stays;
      await refresh();
      await navigate('/users?view=staff', { replace: true });
    },
  });
  const trouble = form.errors['roles'];
  return (
    <>
      <form method="post" className={s.col} onSubmit={form.submit} noValidate>
        <FormSection id="about" title={say('form.aboutStaff')}>
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
        <FormSection id="roles" title={say('form.roles')} hint={say('form.rolesHint')}>
          <RoleBoxes
            label={say('form.roles')}
            value={form.values.roles}
            mayGive={mayGive}
            error={typeof trouble === 'string' ? trouble : null}
            onChange={(roles) => form.set('roles', roles)}
          />
        </FormSection>
        <SaveBar form={form} primary={say('form.makeStaff')} always="always" />
      </form>
      {proof.dialog}
    </>
  );
}
