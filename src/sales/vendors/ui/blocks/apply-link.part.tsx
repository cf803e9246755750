import { useQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { FormSection } from '#kit/ui/form/form-parts.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { standingQuery, vendorsApi } from '../vendors-data.hook.ts';
import { vendorsText } from '../vendors-text.hook.ts';
import s from '../vendors.module.css';
import { mayAsk } from './apply-link.hook.ts';

/** The way to become a vendor, for owners who may apply; nothing for everybody else. */
export function ApplyLink() {
  const say = vendorsText();
  const { user } = useAuth();
  const { data } = useQuery({ ...standingQuery(useApi(vendorsApi)), enabled: mayAsk(user) });
  if (data?.mayApply !== true) return null;
  return (
    <FormSection id="apply" title={say('apply.title')} hint={say('apply.lead')}>
      <div className={s.under}>
        <LinkButton to="/vendors/apply" size="md">
          {say('apply.title')}
        </LinkButton>
      </div>
    </FormSection>
  );
}
