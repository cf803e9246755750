import { Button, ColorInput, FileButton, TextInput } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountView } from '#core/accounts/accounts.contract.ts';
import { FOOTER_MAX, LOGO_BYTES } from '#core/accounts/accounts.rules.ts';
import { contrast, leastContrast } from '#kit/colour.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { Fields, FormPage, FormSection, Full, SaveBar } from '#kit/ui/form/form-parts.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { ApplyLink } from '#sales/vendors/ui/blocks/apply-link.part.tsx';
import { dark, light } from './branding-schemes.hook.ts';
import { accountQuery, ownAccountApi } from './settings-queries.hook.ts';
import s from './settings.module.css';
import { settingsText } from './settings-text.hook.ts';

const isColour = (text: string) => text === '' || /^#[0-9a-f]{6}$/.test(text.trim().toLowerCase());

/** Buttons in this colour carry white words. */
const isReadable = (text: string) => text.trim() === '' || contrast(text.trim().toLowerCase(), '#ffffff') >= leastContrast;

/** Logo, colour and the line at the foot. */
export function Branding() {
  const say = settingsText();
  const { accounts } = useApi(ownAccountApi);
  const queries = useQueryClient();
  const query = accountQuery(accounts);
  const { data } = useSuspenseQuery(query);
  const take = (view: AccountView) => queries.setQueryData(query.queryKey, view);
  const { branding } = data;
  const form = useDraftForm({
    key: 'branding',
    initial: { accent: branding.accent ?? '', footer: branding.footer ?? '' },
    check: ({ accent }) => (isColour(accent) ? (isReadable(accent) ? {} : { accent: 'low_contrast' }) : { accent: 'bad_colour' }),
    labels: { accent: say('branding.accent'), footer: say('branding.footer') },
    say,
    save: async ({ accent, footer }) => {
      const look = { accent: accent.trim() === '' ? null : accent.trim().toLowerCase(), footer: footer.trim() };
      take(await accounts.update({ body: { branding: look, version: data.version } }));
    },
  });
  return (
    <form method="post" onSubmit={form.submit} noValidate>
      {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
      <FormPage>
        <Logo logo={branding.logo} name={data.name} onChange={take} />
        <FormSection id="look" title={say('branding.look')} hint={say('branding.lookHint')}>
          <Fields>
            <ColorInput
              size="md"
              dir="ltr"
              format="hex"
              label={say('branding.accent')}
              placeholder="#3b5bfd"
              popoverProps={{ withinPortal: true }}
              eyeDropperButtonProps={{ 'aria-label': say('branding.pick') }}
              {...form.input('accent')}
            />
            <Contrast accent={form.values.accent.trim().toLowerCase()} />
            <Full>
              <TextInput
                size="md"
                dir="auto"
                maxLength={FOOTER_MAX}
                label={say('branding.footer')}
                description={say('branding.footerHint')}
                inputWrapperOrder={['label', 'input', 'error', 'description']}
                {...form.input('footer')}
              />
            </Full>
            {!data.entitlements.removeFooter && (
              <Full>
                <p className="small soft">{say('branding.runsOn')}</p>
              </Full>
            )}
          </Fields>
        </FormSection>
        <ApplyLink />
      </FormPage>
      <SaveBar form={form} />
    </form>
  );
}

/** White words on the colour, and the colour on each ground; what is hard to read is made darker or lighter where it is used. */
function Contrast({ accent }: { accent: string }) {
  const say = settingsText();
  if (!/^#[0-9a-f]{6}$/.test(accent)) return <span />;
  const samples = [
    { scheme: 'light', ground: light },
    { scheme: 'dark', ground: dark },
  ] as const;
  return (
    <ul className={s.samples}>
      {samples.map(({ scheme, ground }) => {
        const ratio = contrast(accent, ground);
        return (
          <li key={scheme}>
            <span className={s.sample} style={{ background: ground, color: accent }} aria-hidden="true">
              Aa
            </span>
            <span className="tiny">
              {say(`branding.on.${scheme}`, { ratio: ratio.toFixed(1) })}{' '}
              <b>{say(ratio >= leastContrast ? 'branding.good' : 'branding.poor')}</b>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const readBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(new Error('the file could not be read'));
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.readAsDataURL(file);
  });

type LogoProps = { logo: string | null; name: string; onChange: (view: AccountView) => void };
function Logo({ logo, name, onChange }: LogoProps) {
  const say = settingsText();
  const { accounts } = useApi(ownAccountApi);
  const failureText = useFailureText(say);
  const [state, setState] = useState({ busy: '', failure: '' });
  const work = async (busy: string, change: () => Promise<AccountView>) => {
    setState({ busy, failure: '' });
    try {
      onChange(await change());
      setState({ busy: '', failure: '' });
    } catch (error) {
      setState({ busy: '', failure: failureText(error) });
    }
  };
  const send = (file: File | null) => {
    if (file === null) return;
    if (file.size > LOGO_BYTES) return setState({ busy: '', failure: say('errors.bad_picture') });
    void work('set', async () => accounts.setLogo({ body: { picture: await readBase64(file) } }));
  };
  return (
    <FormSection id="logo" title={say('branding.logo')} hint={say('branding.logoHint')}>
      <div className={s.setup}>
        {state.failure !== '' && <Banner hue="red">{state.failure}</Banner>}
        {logo !== null && (
          <div className={s.logo}>
            <img src={logo} alt={say('branding.logoOf', { name })} height={48} />
          </div>
        )}
        <div className={s.buttons}>
          <FileButton
            onChange={send}
            accept="image/png,image/jpeg,image/webp"
            inputProps={{ 'aria-label': say('branding.choose') }}
          >
            {(props) => (
              <Button size="md" loading={state.busy === 'set'} leftSection={<IconPhotoUp size={16} stroke={1.75} />} {...props}>
                {say(logo === null ? 'branding.choose' : 'branding.replace')}
              </Button>
            )}
          </FileButton>
          {logo !== null && (
            <Button
              size="md"
              variant="subtle"
              className={s.danger ?? ''}
              loading={state.busy === 'remove'}
              onClick={() => void work('remove', () => accounts.removeLogo())}
            >
              {say('branding.remove')}
            </Button>
          )}
        </div>
      </div>
    </FormSection>
  );
}
