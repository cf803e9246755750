import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { PageHead } from '#kit/ui/bits.tsx';
import { Banner, Bone } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useUnsaved } from '#kit/ui/form/unsaved.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useSteadyAnswer } from '#kit/ui/query/query.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { TemplateText } from '../templates.contract.ts';
import { TemplateList } from './template-list.part.tsx';
import { TemplatePreviewPane } from './template-preview.part.tsx';
import { TemplateTextPane } from './template-text.part.tsx';
import s from './templates.module.css';
import { listQuery, openedOf, type TextAddress, templatesApi, textQuery } from './templates-data.hook.ts';
import { templatesText } from './templates-text.hook.ts';
import { useTextWriting } from './text-writing.hook.ts';

export async function load({ api, queries, url, reader }: LoadContext): Promise<null> {
  const { templates } = api(templatesApi);
  const { items } = await queries.ensureQueryData(listQuery(templates));
  const { address } = openedOf(items, url.searchParams, reader.locale);
  if (address !== null) await queries.ensureQueryData(textQuery(templates, address));
  return null;
}

/** Text and preview beside each other; where there is no room for both, one of them. */
function Panes({ opened }: { opened: TemplateText }) {
  const say = templatesText();
  const writing = useTextWriting(opened);
  const [pane, setPane] = useState('text');
  useUnsaved(writing.state.kind === 'failed' ? 'changed' : 'settled');
  return (
    <div className={s.panes} data-pane={pane}>
      <SegmentedControl
        className={s.tabs ?? ''}
        aria-label={say('panes')}
        value={pane}
        onChange={setPane}
        data={[
          { value: 'text', label: say('text.title') },
          { value: 'preview', label: say('preview.title') },
        ]}
      />
      <TemplateTextPane writing={writing} />
      <TemplatePreviewPane writing={writing} />
    </div>
  );
}

function OpenedText({ address }: { address: TextAddress }) {
  const failureText = useFailureText(templatesText());
  const query = useQuery(textQuery(useApi(templatesApi).templates, address));
  const data = useSteadyAnswer(query);
  if (query.error !== null) return <Banner hue="red">{failureText(query.error)}</Banner>;
  return data === undefined ? <Bone w="100%" h={480} /> : <Panes opened={data} />;
}

export function Screen() {
  const say = templatesText();
  const { locale } = useReader();
  const failureText = useFailureText(say);
  const [search] = useSearchParams();
  const { data, error } = useQuery(listQuery(useApi(templatesApi).templates));
  const items = data?.items ?? [];
  const { chosen, address } = openedOf(items, search, locale);
  return (
    <>
      <PageHead title={say('list.title')} sub={say('list.sub')} />
      {error !== null && <Banner hue="red">{failureText(error)}</Banner>}
      <div className={s.page} data-chosen={chosen ? 'yes' : 'no'}>
        <TemplateList items={items} current={address?.name ?? null} locale={address?.locale ?? locale} />
        {address !== null && <OpenedText key={`${address.name} ${address.locale}`} address={address} />}
      </div>
    </>
  );
}
