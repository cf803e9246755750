import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { InboundStatus } from '#core/inbound/inbound.contract.ts';
import { Ltr } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { FormSection } from '#kit/ui/form/form-parts.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { Time, useTimeText } from '#kit/ui/time.tsx';
import s from './sender.module.css';
import { inboundApi, inboundQuery } from './settings-queries.hook.ts';
import { settingsText } from './settings-text.hook.ts';

const kinds = ['bounces', 'unsubscribes', 'ignored', 'failed'] as const;

function Facts({ status, address }: { status: InboundStatus; address: string }) {
  const say = settingsText();
  const when = useTimeText();
  const { smtp, imap, lastMessageAt, last30Days } = status;
  return (
    <>
      {imap?.lastError != null && <Banner hue="red">{say('inbound.broken', { reason: imap.lastError })}</Banner>}
      <dl className={s.facts}>
        <dt>{say('inbound.address')}</dt>
        <dd>
          <Ltr mono="mono">{address}</Ltr>
        </dd>
        <dt>{say('inbound.ways')}</dt>
        <dd>
          {smtp !== null && <span>{say('inbound.port', { port: String(smtp.port) })}</span>}
          {imap !== null && (
            <span>
              <DotLine>
                <>{say.rich('inbound.mailbox', { host: imap.host, code: (words) => <Ltr mono="mono">{words}</Ltr> })}</>
                {imap.lastReadAt === null ? say('inbound.unread') : say('inbound.read', { when: when(imap.lastReadAt) })}
              </DotLine>
            </span>
          )}
          {smtp === null && imap === null && say('inbound.noWay')}
        </dd>
        <dt>{say('inbound.last')}</dt>
        <dd>{lastMessageAt === null ? say('inbound.never') : <Time at={lastMessageAt} />}</dd>
        <dt>{say('inbound.month')}</dt>
        <dd>
          {kinds.map((kind) => (
            <span key={kind}>{say(`inbound.${kind}`, { count: last30Days[kind] })}</span>
          ))}
        </dd>
        {last30Days.reasons.length > 0 && (
          <>
            <dt>{say('inbound.why')}</dt>
            <dd>
              {last30Days.reasons.map(({ reason, count }) => (
                <span key={reason}>{say(`inbound.reasons.${reason}`, { count })}</span>
              ))}
            </dd>
          </>
        )}
      </dl>
    </>
  );
}

/** Whether bounces and requests to unsubscribe come in, and how. */
export function IncomingMail() {
  const say = settingsText();
  const { data: status } = useSuspenseQuery(inboundQuery(useApi(inboundApi).inbound));
  const code = (words: ReactNode) => <Ltr mono="mono">{words}</Ltr>;
  return (
    <FormSection
      id="incoming"
      title={say('inbound.title')}
      hint={status.address === null ? say.rich('inbound.off', { code }) : say('inbound.hint')}
    >
      {status.address !== null && <Facts status={status} address={status.address} />}
    </FormSection>
  );
}
