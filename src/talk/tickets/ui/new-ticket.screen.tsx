import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type AttachmentState, useAttachments } from '#core/files/ui/blocks/attachments.hook.ts';
import { AttachButton, AttachmentList } from '#core/files/ui/blocks/attachments.part.tsx';
import type { FormEvent } from 'react';
import { PageHead } from '#kit/ui/bits.tsx';
import { Bone } from '#kit/ui/feedback.tsx';
import { Fields, FormPage, FormSection, Full, RadioList, SaveBar } from '#kit/ui/form/form-parts.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { type LoadContext, useLoaded } from '#kit/ui/screen.ts';
import { useTimeText } from '#kit/ui/time.tsx';
import { ticketCategories, ticketImpacts, ticketLimits, type TicketSubject } from '../tickets.rules.ts';
import type { TicketThing } from '../tickets-views.contract.ts';
import { thingOf, useThings } from './new-ticket-data.hook.ts';
import { type NewTicketForm, useNewTicketForm } from './new-ticket-form.hook.ts';
import { SnapshotLines } from './snapshot-lines.part.tsx';
import s from './ticket.module.css';
import { issueFormQuery, issuesApi, issueSnapshotQuery, sourceOf } from './tickets-data.hook.ts';
import { ticketsText } from './tickets-text.hook.ts';

export const load = async ({ api, queries, url }: LoadContext) => {
  const source = sourceOf(url.searchParams.get('kind'), url.searchParams.get('id'));
  const client = api(issuesApi);
  await queries.ensureQueryData(issueFormQuery(client, source));
  if (source !== null) await queries.prefetchQuery(issueSnapshotQuery(client, source));
  return { source };
};

type WhichProps = { form: NewTicketForm; kinds: readonly TicketSubject[]; from: TicketThing | null };
/** What it is about, and which one of these. */
function Which({ form, kinds, from }: WhichProps) {
  const say = ticketsText();
  const time = useTimeText();
  const groups = useThings(form.values.category, { kinds, from });
  return (
    <Fields>
      <NativeSelect
        size="md"
        {...form.input('category')}
        label={say('list.category')}
        data={[
          { value: '', label: say('new.choose') },
          ...ticketCategories.map((value) => ({ value, label: say(`category.${value}`) })),
        ]}
        onChange={({ currentTarget }) => {
          form.set('category', currentTarget.value);
          form.set('thing', '');
        }}
      />
      {groups.length > 0 && (
        <NativeSelect
          size="md"
          {...form.input('thing')}
          label={say('new.which')}
          data={[
            { value: '', label: say('new.nothing') },
            ...groups
              .filter(({ items }) => items.length > 0)
              .map(({ kind, items }) => ({
                group: say(`things.${kind}`),
                items: items.map(({ value, name, at }) => ({ value, label: at === null ? name : `${name}, ${time(at)}` })),
              })),
          ]}
        />
      )}
    </Fields>
  );
}

/** What is sent along of the chosen thing, shown before it is sent. */
function Snapshot({ form }: { form: NewTicketForm }) {
  const say = ticketsText();
  const about = thingOf(form.values.thing);
  const api = useApi(issuesApi);
  const { data } = useQuery({
    ...issueSnapshotQuery(api, about ?? { kind: 'room', id: '' }),
    enabled: about !== null,
  });
  if (about === null) return null;
  return (
    <FormSection id="snapshot" title={say('new.snapshot')} hint={say('new.snapshotHint')}>
      <div className={s.switch}>
        <label htmlFor={form.check('attach').id}>{say('new.attach')}</label>
        <Switch {...form.check('attach')} />
      </div>
      {form.values.attach && (data === undefined ? <Bone w="100%" h={120} /> : <SnapshotLines lines={data.lines} />)}
    </FormSection>
  );
}

function Question({ form, kinds, from, attachments }: WhichProps & { attachments: AttachmentState | null }) {
  const say = ticketsText();
  const { values } = form;
  return (
    <FormSection id="question" title={say('new.question')}>
      <Fields>
        <Full>
          <TextInput
            size="md"
            {...form.input('subject')}
            label={say('new.subject')}
            maxLength={ticketLimits.subject}
            dir="auto"
            autoComplete="off"
          />
        </Full>
      </Fields>
      <Which form={form} kinds={kinds} from={from} />
      <Fields>
        <Full>
          <Textarea
            size="md"
            {...form.input('text')}
            label={say('new.text')}
            minRows={6}
            autosize
            maxRows={18}
            maxLength={ticketLimits.text}
            dir="auto"
          />
          {attachments !== null && (
            <div className={s.chosen}>
              <AttachButton attachments={attachments} />
              <AttachmentList attachments={attachments} />
            </div>
          )}
        </Full>
        <Full>
          <h3 className={s.ask}>{say('ticket.impact')}</h3>
          <RadioList
            label={say('ticket.impact')}
            value={values.impact}
            onChange={(impact) => form.set('impact', impact)}
            options={ticketImpacts.map((value) => ({ value, title: say(`impact.${value}`) }))}
          />
        </Full>
      </Fields>
    </FormSection>
  );
}

/** `/issues/user/add-ticket`: a new ticket, from anywhere or from one thing. */
export function Screen() {
  const say = ticketsText();
  const time = useTimeText();
  const { source } = useLoaded<typeof load>();
  const { data } = useQuery(issueFormQuery(useApi(issuesApi), source));
  const from = data?.about ?? null;
  const form = useNewTicketForm(from);
  const attachments = useAttachments({
    files: form.values.files,
    max: ticketLimits.files,
    onChange: (files) => form.set('files', files),
  });
  if (data === undefined) return null;
  const submit = (event?: FormEvent<HTMLFormElement>) => {
    event?.preventDefault();
    if (!attachments.sending) form.submit(event);
  };
  return (
    <form
      onSubmit={submit}
      noValidate
      {...(data.attach && attachments.frame)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
      }}
    >
      <PageHead
        title={say('new.title')}
        sub={
          <>
            <span>{say('new.goesTo', { name: data.seller })}</span>
            {data.answerBy !== null && <span>{say('new.answerBy', { time: time(data.answerBy, 'zoned') })}</span>}
            {data.mail !== null && (
              <span>
                {say.rich('new.orMail', {
                  email: data.mail,
                  mail: (words) => (
                    <a className="link" dir="ltr" href={`mailto:${data.mail}`}>
                      {words}
                    </a>
                  ),
                })}
              </span>
            )}
          </>
        }
      />
      <div className={s.form}>
        <FormPage>
          <Question form={form} kinds={data.kinds} from={from} attachments={data.attach ? attachments : null} />
          <Snapshot form={form} />
        </FormPage>
      </div>
      <SaveBar form={attachments.sending ? { ...form, saving: true } : form} primary={say('new.send')} always="always" />
    </form>
  );
}
