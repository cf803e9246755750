import { Button, NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSend } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Locale, locales } from '#kit/facts.ts';
import type { MailWording } from '#kit/mail-wording.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useSentText } from '#core/outbox/ui/blocks/mail-delivery.hook.ts';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { directionOf, localeNames } from '#kit/ui/text/locale.ts';
import { type SampleKind, sampleKinds } from '../templates.contract.ts';
import s from './templates.module.css';
import { previewQuery, templatesApi } from './templates-data.hook.ts';
import { templatesText } from './templates-text.hook.ts';
import type { TextWriting } from './text-writing.hook.ts';

/** A link opens nothing here: the frame lets no window open. */
const framed = (html: string): string => `<base target="_blank">${html}`;
const localeIn = (value: string): Locale => locales.find((one) => one === value) ?? 'en-US';
/** Beside a text one that is written the other way shows the most. */
const otherThan = (locale: Locale): Locale => (directionOf(locale) === 'rtl' ? 'en-US' : 'ar');

type PaperProps = { name: string; locale: Locale; sample: SampleKind; text: MailWording | null; onLocale: (to: Locale) => void };
/** A mail as its reader gets it: light in both themes, in a frame that runs no script and belongs to no site. */
function Paper({ onLocale, ...input }: PaperProps) {
  const say = templatesText();
  const api = useApi(templatesApi).templates;
  const failureText = useFailureText(say);
  const { data, error } = useQuery({ ...previewQuery(api, input), placeholderData: keepPreviousData, retry: false });
  const language = localeNames[input.locale];
  return (
    <div className={s.paper}>
      <NativeSelect
        aria-label={say('preview.language')}
        value={input.locale}
        data={locales.map((one) => ({ value: one, label: localeNames[one] }))}
        onChange={(event) => onLocale(localeIn(event.currentTarget.value))}
      />
      {error !== null && <Banner hue="red">{failureText(error)}</Banner>}
      <div className={s.mail} data-paper dir={directionOf(input.locale)}>
        {data !== undefined && (
          <>
            <p className={s.mailSubject} dir="auto">
              {data.subject}
            </p>
            <iframe
              title={say('preview.frame', { language })}
              sandbox=""
              referrerPolicy="no-referrer"
              srcDoc={framed(data.html)}
            />
          </>
        )}
      </div>
      <p className={`tiny soft ${s.level}`} role="status">
        {data !== undefined && say(`level.${data.level}`)}
      </p>
    </div>
  );
}

/** What readers get, in two languages side by side, with sample data. */
export function TemplatePreviewPane({ writing }: { writing: TextWriting }) {
  const say = templatesText();
  const toast = useToast();
  const sentText = useSentText();
  const api = useApi(templatesApi).templates;
  const failureText = useFailureText(say);
  const { view, text } = writing;
  const [sample, setSample] = useState<SampleKind>('usual');
  const [shown, setShown] = useState<readonly [Locale, Locale]>([view.locale, otherThan(view.locale)]);
  const [state, setState] = useState({ busy: '', failure: '' });
  const [typed] = useDebouncedValue(text, 300);
  const send = async () => {
    setState({ busy: 'yes', failure: '' });
    try {
      if (await writing.flush()) {
        const { to } = await api.test({ params: { name: view.name }, body: { locales: [...new Set(shown)], sample } });
        toast({ icon: IconSend, text: await sentText(say('preview.sent', { email: `\u2068${to}\u2069` })) });
      }
      setState({ busy: '', failure: '' });
    } catch (error) {
      setState({ busy: '', failure: failureText(error) });
    }
  };
  const [first, second] = shown;
  const isTyped = writing.state.kind !== 'saved';
  const paper = { name: view.name, sample };
  const ownText = (locale: Locale) => (locale === view.locale && (view.revision > 0 || isTyped) ? typed : null);
  return (
    <section className={s.preview} aria-label={say('preview.title')}>
      <header className={s.head}>
        <h2 className={s.title}>{say('preview.title')}</h2>
        <span className="grow" />
        <NativeSelect
          aria-label={say('preview.sample')}
          value={sample}
          data={sampleKinds.map((kind) => ({ value: kind, label: say(`sampleKind.${kind}`) }))}
          onChange={(event) => setSample(sampleKinds.find((kind) => kind === event.currentTarget.value) ?? 'usual')}
        />
        <Button
          loading={state.busy !== ''}
          leftSection={<IconSend className="turn" size={16} stroke={1.75} />}
          onClick={() => void send()}
        >
          {say('preview.send')}
        </Button>
      </header>
      {state.failure !== '' && <Banner hue="red">{state.failure}</Banner>}
      <div className={s.papers}>
        <Paper {...paper} locale={first} text={ownText(first)} onLocale={(to) => setShown([to, second])} />
        <Paper {...paper} locale={second} text={ownText(second)} onLocale={(to) => setShown([first, to])} />
      </div>
    </section>
  );
}
