import { Button, Checkbox, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Locale } from '#kit/facts.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { type DraftForm, useDraftForm } from '#kit/ui/form/form.tsx';
import { useConfig } from '#kit/ui/config.tsx';
import { Link } from '#kit/ui/link.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { track } from '#kit/ui/track.ts';
import type { LinkView } from '../links.contract.ts';
import { CardHead, Refused } from './card.part.tsx';
import { useIdentity } from './identity-api.hook.ts';
import { identityText } from './identity-text.hook.ts';
import { useKeptFields } from './kept-fields.hook.ts';
import s from './login.module.css';
import { NewPasswordField } from './password-field.part.tsx';
import { useExplained } from './refusal.hook.ts';
import { LocaleField, ZoneField } from './region-fields.part.tsx';

type RegisterValues = {
  email: string;
  name: string;
  organisation: string;
  password: string;
  locale: Locale;
  timeZone: string;
  terms: boolean;
};

/** The time zone of this machine, or UTC. */
const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';

/** Language and zone follow the reader until somebody chooses otherwise. */
function useRegion(form: DraftForm<RegisterValues>): void {
  const { locale, zone } = useReader();
  const before = useRef({ locale, zone });
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    const now = latest.current;
    if (now.values.locale === before.current.locale) now.set('locale', locale);
    before.current.locale = locale;
  }, [locale]);
  useEffect(() => {
    if (latest.current.values.timeZone === before.current.zone) latest.current.set('timeZone', ownZone());
  }, []);
}

/** Only what the operator has published can be agreed to. */
const useAsksTerms = (): boolean => useConfig().legal.includes('terms');

function Terms({ form }: { form: DraftForm<RegisterValues> }) {
  const say = identityText();
  const { legal } = useConfig();
  if (!useAsksTerms()) return null;
  const linkTo = (path: string) => (words: ReactNode) => (
    <Link to={path} target="_blank" className="link">
      {words}
    </Link>
  );
  const words = say.rich(legal.includes('privacy') ? 'register.termsAndPrivacy' : 'register.terms', {
    terms: linkTo('/terms'),
    privacy: linkTo('/privacy'),
  });
  return <Checkbox label={<span className="small">{words}</span>} {...form.check('terms')} />;
}

/** What the page is about: for an invitation who invited, and to which account. */
function useRegisterTitle({ kind, inviter, organisation }: LinkView): ReactNode {
  const say = identityText();
  if (kind === 'first-run') return say('register.operatorTitle');
  if (kind !== 'membership' || organisation === null) return say('register.title');
  const name = (words: ReactNode) => <bdi>{words}</bdi>;
  if (inviter === null) return say.rich('register.invitedTitle', { organisation, name });
  return say.rich('register.invitedByTitle', { inviter, organisation, name });
}

function useRegistration(token: string, link: LinkView) {
  const say = identityText();
  const reader = useReader();
  const identity = useIdentity();
  const { accept, rememberPath } = useAuth();
  const explained = useExplained();
  const first = link.kind === 'first-run';
  const bare = link.provider !== null;
  const asksTerms = useAsksTerms();
  const forget = useRef(() => {});
  const form = useDraftForm<RegisterValues>({
    key: null,
    initial: {
      email: '',
      name: link.provider?.person ?? link.invitee ?? '',
      organisation: link.organisation ?? '',
      password: '',
      locale: reader.locale,
      timeZone: reader.zone,
      terms: false,
    },
    schema: async () => {
      const fields = await import('./fields.hook.ts');
      if (bare) return fields.bareRegisterFields;
      return first ? fields.firstRegisterFields : fields.registerFields;
    },
    check: ({ terms }) => (terms || !asksTerms ? {} : { terms: 'terms' }),
    say,
    save: ({ email, terms: _agreed, ...rest }) =>
      explained(async () => {
        const { password, ...about } = rest;
        const secret = bare ? {} : { password };
        const answer = await identity.register({
          body: { ...about, ...secret, token, ...(asksTerms && { terms: true }), ...(first ? { email } : {}) },
        });
        forget.current();
        track('sign_up');
        await reader.setLocale(rest.locale);
        if (bare) rememberPath('/create-passwordsocial');
        await accept(answer.token);
      }),
  });
  const { email, name, organisation } = form.values;
  const kept = useKeptFields(['email', 'name', 'organisation'], {
    key: 'registration',
    values: { email, name, organisation },
    take: form.set,
  });
  useEffect(() => {
    forget.current = kept;
  });
  useRegion(form);
  return form;
}

/** Name, organisation, password, language, zone. `link.email` is null on the first run: there the address is typed. */
export function RegisterForm({ token, link }: { token: string; link: LinkView }) {
  const say = identityText();
  const form = useRegistration(token, link);
  const first = link.kind === 'first-run';
  const { email, name, organisation } = form.values;
  return (
    <>
      <CardHead title={useRegisterTitle(link)}>
        {first
          ? say('register.operatorLead')
          : link.provider === null
            ? say('register.lead', { email: link.email ?? '' })
            : say('social.registerLead', { email: link.email ?? '', provider: link.provider.name })}
      </CardHead>
      <form method="post" className={s.plain} onSubmit={form.submit} noValidate>
        <Refused text={form.failure} />
        {first && (
          <TextInput
            size="md"
            label={say('register.email')}
            type="email"
            dir="ltr"
            autoComplete="username"
            {...form.input('email')}
          />
        )}
        {!first && <input type="email" name="username" autoComplete="username" value={link.email ?? ''} readOnly hidden />}
        <TextInput size="md" label={say('register.name')} autoComplete="name" {...form.input('name')} />
        {link.organisation === null && (
          <TextInput
            size="md"
            label={say('register.organisation')}
            description={say('register.organisationHint')}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            autoComplete="organization"
            {...form.input('organisation')}
          />
        )}
        {link.provider === null && (
          <NewPasswordField
            field={form.input('password')}
            label={say('register.password')}
            known={[first ? email : (link.email ?? ''), name, organisation]}
          />
        )}
        <div className={s.pair}>
          <LocaleField field={form.input('locale')} label={say('register.locale')} />
          <ZoneField field={form.input('timeZone')} label={say('register.timeZone')} />
        </div>
        <Terms form={form} />
        <Button type="submit" variant="filled" size="md" fullWidth loading={form.saving}>
          {say('register.submit')}
        </Button>
      </form>
    </>
  );
}
