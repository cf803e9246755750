import { Button, Checkbox, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Locale } from '#kit/facts.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { type DraftForm, useDraftForm } from '#kit/ui/form/form.tsx';
import { useConfig } from '#kit/ui/config.tsx';
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

type Values = {
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
function useRegion(form: DraftForm<Values>): void {
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

/** The operator of a new installation has no terms yet. */
function useAsksTerms({ kind }: LinkView): boolean {
  const { legal } = useConfig();
  return kind !== 'first-run' || legal.includes('terms');
}

function useRegistration(token: string, link: LinkView) {
  const say = identityText();
  const reader = useReader();
  const identity = useIdentity();
  const { accept, rememberPath } = useAuth();
  const explained = useExplained();
  const first = link.kind === 'first-run';
  const bare = link.provider !== null;
  const asksTerms = useAsksTerms(link);
  const forget = useRef(() => {});
  const form = useDraftForm<Values>({
    key: null,
    initial: {
      email: '',
      name: link.provider?.person ?? '',
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
  const asksTerms = useAsksTerms(link);
  const { email, name, organisation } = form.values;
  return (
    <>
      <CardHead title={say(first ? 'register.operatorTitle' : 'register.title')}>
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
        {asksTerms && <Checkbox label={<span className="small">{say('register.terms')}</span>} {...form.check('terms')} />}
        <Button type="submit" variant="filled" size="md" fullWidth loading={form.saving}>
          {say('register.submit')}
        </Button>
      </form>
    </>
  );
}
