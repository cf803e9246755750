import { Button, FileButton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fillOf, isColour } from '#kit/colour.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { base64Of } from '#kit/ui/base64.ts';
import { PageHead } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { Fields, FormPage, FormSection, SaveBar } from '#kit/ui/form/form-parts.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import type { BrandView } from '../vendors.contract.ts';
import { vendorLimits } from '../vendors.rules.ts';
import { HostRecord } from './blocks/host-record.part.tsx';
import { vendorsApi } from './vendors-data.hook.ts';
import { vendorsText } from './vendors-text.hook.ts';
import s from './vendors.module.css';

const names = ['name', 'accent', 'senderName', 'replyTo', 'host'] as const;
type BrandDraft = Record<(typeof names)[number], string>;
const draftOf = (brand: BrandView): BrandDraft => ({
  name: brand.name ?? '',
  accent: brand.accent ?? '',
  senderName: brand.senderName ?? '',
  replyTo: brand.replyTo ?? '',
  host: brand.host ?? '',
});
const tidy = (text: string) => (text.trim() === '' ? null : text.trim());
const lower = (text: string) => tidy(text)?.toLowerCase() ?? null;

function hostState(brand: BrandView): string {
  if (brand.hostTrouble !== null) return brand.hostTrouble;
  if (brand.host === null) return 'none';
  return brand.hostCheckedAt === null ? 'unchecked' : 'good';
}

type BrandProps = { brand: BrandView; take: (next: BrandView) => void };
function Logo({ brand, take }: BrandProps) {
  const say = vendorsText();
  const api = useApi(vendorsApi);
  const failureText = useFailureText(say);
  const [state, setState] = useState({ busy: false, trouble: '' });
  const put = async (file: File | null) => {
    if (file !== null && file.size > vendorLimits.logoBytes)
      return setState({ busy: false, trouble: say('errors.picture_too_large') });
    setState({ busy: true, trouble: '' });
    const trouble = await (async () => {
      const picture = file === null ? null : await base64Of(file);
      take(await api.vendors.setLogo({ body: { picture } }));
      return '';
    })().catch(failureText);
    setState({ busy: false, trouble });
  };
  return (
    <FormSection id="logo" title={say('look.logo')} hint={say('look.logoHint')}>
      {state.trouble !== '' && <Banner hue="red">{state.trouble}</Banner>}
      {brand.logo !== null && <img className={`${s.logo} ${s.under}`} src={brand.logo} alt={say('look.logo')} />}
      <div className={`${s.row} ${s.under}`}>
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => file !== null && void put(file)}>
          {(props) => (
            <Button {...props} size="md" loading={state.busy}>
              {say('look.choose')}
            </Button>
          )}
        </FileButton>
        {brand.logo !== null && (
          <Button size="md" variant="subtle" disabled={state.busy} onClick={() => void put(null)}>
            {say('look.remove')}
          </Button>
        )}
      </div>
    </FormSection>
  );
}

/** A vendor's look: what its customers see in pages and mails. */
export function LookForm({ brand: first }: { brand: BrandView }) {
  const say = vendorsText();
  const api = useApi(vendorsApi);
  const failureText = useFailureText(say);
  const [brand, take] = useState(first);
  const [check, setCheck] = useState({ busy: false, trouble: '' });
  usePageTitle(say('look.title'));
  const form = useDraftForm<BrandDraft>({
    key: null,
    initial: draftOf(first),
    check: ({ accent }) => ({
      ...(accent.trim() !== '' && !isColour(accent.trim().toLowerCase()) && { accent: 'not_a_colour' }),
    }),
    labels: Object.fromEntries(names.map((name) => [name, say(`look.${name}`)])),
    say,
    save: async (draft) => {
      const body = {
        name: tidy(draft.name),
        accent: lower(draft.accent),
        senderName: tidy(draft.senderName),
        replyTo: lower(draft.replyTo),
        ...(lower(draft.host) !== brand.host && { host: lower(draft.host) }),
        revision: brand.revision,
      };
      take(await api.vendors.setBrand({ body }));
    },
  });
  const checkNow = async () => {
    setCheck({ busy: true, trouble: '' });
    const trouble = await api.vendors.checkHost().then((next) => {
      take(next);
      return '';
    }, failureText);
    setCheck({ busy: false, trouble });
  };
  const accent = form.values.accent.trim().toLowerCase();
  return (
    <>
      <PageHead title={say('look.title')} sub={<span className="quiet">{say('look.hint')}</span>} />
      <form method="post" onSubmit={form.submit} noValidate>
        <FormPage>
          <FormSection id="look" title={say('look.title')}>
            <Fields>
              <TextInput size="md" {...form.input('name')} label={say('look.name')} maxLength={60} dir="auto" />
              <TextInput
                size="md"
                {...form.input('accent')}
                label={say('look.accent')}
                description={say('look.accentHint')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                maxLength={7}
                dir="ltr"
              />
            </Fields>
            {isColour(accent) && (
              <span className={s.swatch} style={{ background: fillOf(accent) }}>
                {form.values.name.trim() === '' ? say('look.name') : form.values.name}
              </span>
            )}
          </FormSection>
          <Logo brand={brand} take={take} />
          <FormSection id="mail" title={say('look.mail')}>
            <Fields>
              <TextInput size="md" {...form.input('senderName')} label={say('look.senderName')} maxLength={60} dir="auto" />
              <TextInput
                size="md"
                {...form.input('replyTo')}
                type="email"
                label={say('look.replyTo')}
                maxLength={254}
                dir="ltr"
              />
              <TextInput
                size="md"
                {...form.input('host')}
                label={say('look.host')}
                description={say('look.hostState', { state: hostState(brand) })}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                maxLength={253}
                dir="ltr"
                autoComplete="off"
                spellCheck={false}
              />
            </Fields>
            {check.trouble !== '' && <Banner hue="red">{check.trouble}</Banner>}
            {brand.hostRecord !== null && <HostRecord record={brand.hostRecord} />}
            {brand.host !== null && (
              <div className={s.row}>
                <Button size="md" loading={check.busy} onClick={() => void checkNow()}>
                  {say('look.check')}
                </Button>
              </div>
            )}
          </FormSection>
        </FormPage>
        <SaveBar form={form} />
      </form>
    </>
  );
}
