import { IconAlarm, IconCircleCheck, IconClockHour4 } from '@tabler/icons-react';
import { useState } from 'react';
import type { AttachedFileView } from '#core/files/attached-file.contract.ts';
import { AttachedFiles } from '#core/files/ui/blocks/attached-files.part.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { Link } from '#kit/ui/link.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Button } from '@mantine/core';
import { useDurationText, useTimeText } from '#kit/ui/time.tsx';
import type { IssueDetail, TicketPromise, TicketSnapshot } from '../tickets-views.contract.ts';
import { SnapshotLines } from './snapshot-lines.part.tsx';
import s from './ticket.module.css';
import { ticketsText } from './tickets-text.hook.ts';

function NextResponse({ promise }: { promise: TicketPromise }) {
  const say = ticketsText();
  const time = useTimeText();
  const { dueAt, late, kind } = promise;
  if (dueAt === null || kind === 'none') return null;
  const Sign = late ? IconAlarm : IconClockHour4;
  return (
    <li data-late={late || undefined}>
      <Sign size={16} stroke={1.75} aria-hidden="true" />
      <b className="strong">{say(`ticket.${kind}${late ? 'Late' : 'By'}`, { time: time(dueAt, 'zoned') })}</b>
    </li>
  );
}

/** What was promised, and what came of it. Nothing where nothing is promised. */
function ResponseTime({ promise }: { promise: TicketPromise }) {
  const say = ticketsText();
  const duration = useDurationText();
  const { firstTook, firstKept, dueAt } = promise;
  if (firstTook === null && dueAt === null) return null;
  return (
    <Panel id="response" title={say('ticket.responseTime')}>
      <ul className={s.steps}>
        {firstTook !== null && (
          <li data-met={firstKept === true || undefined}>
            {firstKept === false ? (
              <IconClockHour4 size={16} stroke={1.75} aria-hidden="true" />
            ) : (
              <IconCircleCheck size={16} stroke={1.75} aria-hidden="true" />
            )}
            <b className="strong">{say('ticket.firstTook', { time: duration(firstTook) })}</b>
            <span className="tiny quiet">{say('ticket.businessHours')}</span>
          </li>
        )}
        <NextResponse promise={promise} />
      </ul>
    </Panel>
  );
}

/** The snapshot that was sent along, in a window. */
export function SnapshotButton({ snapshot }: { snapshot: TicketSnapshot }) {
  const say = ticketsText();
  const time = useTimeText();
  const [shown, setShown] = useState<'closed' | 'open'>('closed');
  const close = () => setShown('closed');
  return (
    <>
      <Button size="xs" onClick={() => setShown('open')}>
        {say('ticket.showSnapshot', { count: snapshot.lines.length })}
      </Button>
      {shown === 'open' && (
        <Dialog
          title={say('ticket.snapshot')}
          lead={say('ticket.takenAt', { time: time(snapshot.takenAt, 'zoned') })}
          width={640}
          onClose={close}
        >
          <SnapshotLines lines={snapshot.lines} />
          <div className={dialogs.acts}>
            <Button size="md" variant="filled" onClick={close}>
              {say('ticket.close')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** The thing that the ticket is about, with its kind. */
export function AboutThing({ about }: Pick<IssueDetail, 'about'>) {
  const say = ticketsText();
  if (about === null) return null;
  return (
    <>
      <dt>{say(`thing.${about.kind}`)}</dt>
      <dd dir="auto">{about.path === null ? about.name : <Link to={about.path}>{about.name}</Link>}</dd>
    </>
  );
}

const filesOf = ({ entries }: Pick<IssueDetail, 'entries'>): AttachedFileView[] => {
  const all = entries.flatMap((entry) => (entry.kind === 'message' ? entry.files : []));
  return all.filter((file, at) => all.findIndex(({ id }) => id === file.id) === at);
};

/** Beside the conversation: response time, what it is about, files of all messages. */
export function IssueSide({ issue }: { issue: IssueDetail }) {
  const say = ticketsText();
  const files = filesOf(issue);
  return (
    <aside className={s.aside}>
      <ResponseTime promise={issue.promise} />
      <Panel id="about" title={say('ticket.details')}>
        <dl className={s.facts}>
          <AboutThing about={issue.about} />
          <dt>{say('list.category')}</dt>
          <dd>{say(`category.${issue.category}`)}</dd>
          <dt>{say('list.impact')}</dt>
          <dd>{say(`impact.${issue.impact}`)}</dd>
          <dt>{say('list.openedBy')}</dt>
          <dd dir="auto">{issue.requester.me ? say('list.you') : issue.requester.name}</dd>
        </dl>
        {issue.snapshot !== null && (
          <div className={s.acts}>
            <SnapshotButton snapshot={issue.snapshot} />
          </div>
        )}
      </Panel>
      {files.length > 0 && (
        <Panel id="files" title={say('files.title')}>
          <AttachedFiles files={files} />
        </Panel>
      )}
    </aside>
  );
}
