import { Button, TextInput } from '@mantine/core';
import { useMailServer } from '#core/outbox/ui/blocks/mail-delivery.hook.ts';
import { Ltr } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { Fields, FormSection } from '#kit/ui/form/form-parts.tsx';
import { kitText } from '#kit/ui/text/kit-text.ts';
import type { OwnProfile } from '../identity.contract.ts';
import { Refused } from './card.part.tsx';
import { type EmailChange, emailFormId } from './email-change.hook.ts';
import { identityText } from './identity-text.hook.ts';
import s from './profile.module.css';

/** The address one signs in with. Its fields belong to a form of their own, which stands elsewhere on the page. */
export function EmailSection({ profile, change }: { profile: OwnProfile; change: EmailChange }) {
  const say = identityText();
  const { form, sentTo, restart, cancel, cancelling } = change;
  const mailServer = useMailServer();
  const kit = kitText();
  const waiting = sentTo ?? profile.pendingEmail;
  return (
    <FormSection id="email" title={say('edit.emailTitle')} hint={say('edit.emailHint')}>
      <p className={`small ${s.now}`}>
        <span className="quiet">{say('edit.emailNow')}</span> <Ltr className="strong">{profile.email}</Ltr>
      </p>
      {waiting !== null && (
        <div className={s.note}>
          <Banner
            hue="blue"
            action={
              <span className="row">
                {sentTo !== null && (
                  <Button size="xs" variant="subtle" className={s.keep ?? ''} onClick={restart}>
                    {say('sent.other')}
                  </Button>
                )}
                <Button size="xs" variant="subtle" className={s.keep ?? ''} loading={cancelling} onClick={() => void cancel()}>
                  {say('profile.cancelEmail')}
                </Button>
              </span>
            }
          >
            {sentTo !== null && mailServer === 'none'
              ? kit('mailKept')
              : say(sentTo === null ? 'profile.pendingEmail' : 'profile.emailSent', { email: `\u2066${waiting}\u2069` })}
          </Banner>
        </div>
      )}
      {sentTo === null && (
        <>
          <Fields>
            <TextInput
              size="md"
              label={say('edit.newEmail')}
              type="email"
              dir="ltr"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              form={emailFormId}
              {...form.input('email')}
            />
          </Fields>
          <div className={s.after}>
            <Refused text={form.failure} />
            <Button type="submit" form={emailFormId} size="md" loading={form.saving}>
              {say('edit.emailSubmit')}
            </Button>
          </div>
        </>
      )}
    </FormSection>
  );
}
