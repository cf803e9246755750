import { useQuery } from '@tanstack/react-query';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { outboxText } from '../outbox-text.hook.ts';
import { outboxApi, senderQuery } from './mail-off.hook.ts';

/** Warns the people who may change it that no mail leaves the installation. `on`: where mail is set up there is nowhere else to go. */
export function MailOff({ on = 'page' }: { on?: 'page' | 'settings' }) {
  const say = outboxText();
  const { can } = useAuth();
  const { data } = useQuery({ ...senderQuery(useApi(outboxApi).outbox), enabled: can('platform.manage') });
  if (data?.mailServer !== 'none') return null;
  return (
    <Banner
      hue="red"
      action={
        on === 'page' && (
          <LinkButton to="/settings?tab=mail" size="xs">
            {say('mailOff.action')}
          </LinkButton>
        )
      }
    >
      {say('mailOff.text')}
    </Banner>
  );
}
