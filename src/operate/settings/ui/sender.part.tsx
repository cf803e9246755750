import { Button } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { outboxApi, senderQuery } from '#core/outbox/ui/blocks/mail-off.hook.ts';
import type { SenderView } from '#core/outbox/outbox.contract.ts';
import { Ltr } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { FormSection } from '#kit/ui/form/form-parts.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { Status } from '#kit/ui/status.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { useChange } from './change.hook.ts';
import s from './sender.module.css';
import { settingsText } from './settings-text.hook.ts';

const code = (words: ReactNode) => <Ltr mono="mono">{words}</Ltr>;
type KeyStep = 'prepareKey' | 'startSigning' | 'stopSigning';

type SenderSteps = Pick<ReturnType<typeof useChange>, 'busy' | 'failure' | 'change'>;
/** Who mails come from, what signs them, and what receivers look up in the DNS. It stands in a form, so the dialog of `steps` is drawn outside. */
export function Sender({ steps }: { steps: SenderSteps }) {
  const say = settingsText();
  const { data: sender } = useSuspenseQuery(senderQuery(useApi(outboxApi).outbox));
  const { domain, from } = sender;
  const missing =
    sender.mailServer === 'none' ? say('sender.noServer') : domain === null ? say.rich('sender.noDomain', { from, code }) : null;
  return (
    <FormSection id="sender" title={say('sender.title')} hint={missing ?? say('sender.hint')}>
      {missing === null && domain !== null && (
        <>
          <Signature sender={sender} steps={steps} />
          <h3 className={s.head}>{say.rich('sender.records', { domain, code: (words) => <Ltr>{words}</Ltr> })}</h3>
          <p className="tiny quiet">{say('sender.recordsHint')}</p>
          <ul className={s.records}>
            {sender.records.map((one) => (
              <DnsRecord key={one.name} record={one} />
            ))}
          </ul>
        </>
      )}
    </FormSection>
  );
}

const marks = { off: 'disabled', signing: 'active', other_domain: 'toCheck', key_lost: 'toCheck' } as const;

function Signature({ sender, steps }: { sender: SenderView; steps: SenderSteps }) {
  const say = settingsText();
  const when = useTimeText();
  const { key, prepared, state } = sender;
  const values = {
    selector: key?.selector ?? '',
    domain: key?.domain ?? '',
    when: key === null ? '' : when(key.since, 'day'),
    code,
  };
  // a key for a domain that mails no longer come from is of no use
  const next = prepared !== null && prepared.domain === sender.domain ? prepared : null;
  return (
    <>
      <dl className={s.facts}>
        <dt>{say('mail.from')}</dt>
        <dd>
          <bdi>{sender.from}</bdi>
        </dd>
        <dt>{say('sender.signature')}</dt>
        <dd>
          <Status of={marks[state]} />
          <p>{say.rich(`sender.states.${state}`, values)}</p>
          {next !== null && <p>{say.rich('sender.prepared', { selector: next.selector, code })}</p>}
        </dd>
      </dl>
      <KeySteps sender={sender} next={next === null ? 'none' : 'prepared'} steps={steps} />
    </>
  );
}

type KeyStepsProps = { sender: SenderView; next: 'none' | 'prepared'; steps: SenderSteps };
function KeySteps({ sender, next, steps: { busy, failure, change } }: KeyStepsProps) {
  const say = settingsText();
  const ask = useAsk();
  const queries = useQueryClient();
  const { outbox } = useApi(outboxApi);
  const { queryKey } = senderQuery(outbox);
  const take = async (step: KeyStep) => {
    const now = await change(step, say('sender.proof'), () => outbox[step]({ body: { version: sender.version } }));
    if (now !== null) queries.setQueryData(queryKey, now);
    else await queries.invalidateQueries({ queryKey });
  };
  const stop = async () => {
    const yes = await ask({
      title: say('sender.askTitle'),
      lead: say('sender.askLead'),
      verb: say('sender.askVerb'),
      safe: say('sender.askSafe'),
    });
    if (yes) await take('stopSigning');
  };
  const props = (step: KeyStep) => ({ size: 'md', loading: busy === step, disabled: busy !== '' && busy !== step });
  return (
    <>
      {failure !== '' && <Banner hue="red">{failure}</Banner>}
      <div className={s.steps}>
        {next === 'none' ? (
          <Button {...props('prepareKey')} onClick={() => void take('prepareKey')}>
            {say(sender.key === null ? 'sender.create' : 'sender.createNew')}
          </Button>
        ) : (
          <Button {...props('startSigning')} onClick={() => void take('startSigning')}>
            {say(sender.key === null ? 'sender.start' : 'sender.switch')}
          </Button>
        )}
        {sender.key !== null && (
          <Button {...props('stopSigning')} variant="subtle" className={s.danger ?? ''} onClick={() => void stop()}>
            {say('sender.stop')}
          </Button>
        )}
      </div>
    </>
  );
}

function DnsRecord({ record }: { record: SenderView['records'][number] }) {
  const say = settingsText();
  const { kind, name, value, why } = record;
  const called = `${kind.toUpperCase()}, ${say(`sender.reasons.${why}`)}`;
  return (
    <li>
      <div>
        <b className="small strong">
          {kind.toUpperCase()} <span className="tiny quiet">{record.type}</span>
        </b>
        <span className="tiny quiet">{say(`sender.reasons.${why}`)}</span>
      </div>
      <dl className={s.lines}>
        <dt>{say('sender.name')}</dt>
        <dd>
          <code dir="ltr">{name}</code>
          <CopyButton text={name} label={say('sender.copyName', { record: called })} look="icon" />
        </dd>
        <dt>{say('sender.value')}</dt>
        <dd>
          <code dir="ltr">{value}</code>
          <CopyButton text={value} label={say('sender.copyValue', { record: called })} look="icon" />
        </dd>
      </dl>
      {kind !== 'dkim' && <p className="tiny quiet">{say(`sender.notes.${kind}`)}</p>}
    </li>
  );
}
