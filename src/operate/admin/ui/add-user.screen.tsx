import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { PageHead } from '#kit/ui/bits.tsx';
import { FormSection, RadioList } from '#kit/ui/form/form-parts.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { adminApi, staffQuery } from './admin-data.hook.ts';
import { adminText } from './admin-text.hook.ts';
import s from './admin.module.css';
import { NewAccount } from './new-account.part.tsx';
import { NewStaff } from './new-staff.part.tsx';

/** A vendor brings its customers in on a screen of its own, where they take from its pool. */
export const validate = ({ user }: LoadContext): boolean => user?.account?.kind === 'operator';

/** `/users/add-user`: an account with its owner, or somebody of the staff. */
export function Screen() {
  const say = adminText();
  const { can } = useAuth();
  const [search] = useSearchParams();
  const mayStaff = can('staff.manage');
  const [whom, setWhom] = useState<'account' | 'staff'>(mayStaff && search.get('for') === 'staff' ? 'staff' : 'account');
  return (
    <>
      <PageHead title={say('form.newTitle')} sub={say('form.newSub')} />
      <div className={s.new}>
        {mayStaff && (
          <FormSection id="for" title={say('form.for')}>
            <RadioList
              label={say('form.for')}
              value={whom}
              onChange={setWhom}
              options={[
                { value: 'account', title: say('form.forAccount'), text: say('form.forAccountText') },
                { value: 'staff', title: say('form.forStaff'), text: say('form.forStaffText') },
              ]}
            />
          </FormSection>
        )}
        <Suspense>{whom === 'account' ? <NewAccount /> : <Staff />}</Suspense>
      </div>
    </>
  );
}

function Staff() {
  const { data } = useQuery(staffQuery(useApi(adminApi)));
  return data === undefined ? null : <NewStaff mayGive={data.mayGive} />;
}
