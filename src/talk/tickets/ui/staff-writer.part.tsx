import { Button, SegmentedControl } from '@mantine/core';
import { IconBolt, IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { LazyMenu } from '#kit/ui/overlay/lazy-menu.tsx';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import type { MessageSnippets } from '#kit/ui/message-field/message-draft.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { localeFor, localeNames } from '#kit/ui/text/locale.ts';
import { type AnswerEnd, fillCanned } from '../tickets.rules.ts';
import type { TicketDetail } from '../tickets-views.contract.ts';
import s from './queue.module.css';
import { queueApi, ticketDeskQuery, useQueueRefresh } from './queue-data.hook.ts';
import { ticketsText } from './tickets-text.hook.ts';
import { Writer } from './blocks/writer.part.tsx';
import { useWriting, type ReplyWriting } from './blocks/writing.hook.ts';

/** The canned answers of the desk, filled in for the ticket. */
function useCannedAnswers(ticket: TicketDetail): MessageSnippets {
  const say = ticketsText();
  const { user } = useAuth();
  const canned = useQuery(ticketDeskQuery(useApi(queueApi))).data?.canned ?? [];
  const values = {
    name: ticket.reader.name,
    number: `#${ticket.number}`,
    subject: ticket.subject,
    me: user?.name ?? '',
  };
  const items = canned.map(({ id, name, text }) => ({ id, name, text: fillCanned(text, values) }));
  return { title: say('talk.canned'), none: say('talk.noCanned'), items };
}
/** Fills a canned answer in; it never sends. */
function CannedMenu({ canned, writing }: { canned: MessageSnippets; writing: ReplyWriting }) {
  if (canned.items.length === 0) return null;
  const put = async (text: string) => {
    const { withText } = await import('#kit/ui/message-field/message-append.ts');
    writing.setMessage(withText(writing.message, text));
  };
  return (
    <LazyMenu
      position="top-start"
      button={(props) => (
        <IconButton size={40} aria-label={canned.title} {...props}>
          <IconBolt size={18} stroke={1.75} />
        </IconButton>
      )}
    >
      {() =>
        canned.items.map(({ id, name, text }) => (
          <MenuItem key={id} onClick={() => void put(text)}>
            <bdi>{name}</bdi>
          </MenuItem>
        ))
      }
    </LazyMenu>
  );
}

const others = ['resolve', 'keep'] as const satisfies readonly AnswerEnd[];
/** The button names what follows; in its menu stands what else may follow. */
function AnswerButton({ busy, onSend }: { busy: boolean; onSend: (ends: AnswerEnd) => void }) {
  const say = ticketsText();
  return (
    <Button.Group>
      <Button variant="filled" loading={busy} onClick={() => onSend('wait')}>
        {say('answer.wait')}
      </Button>
      <LazyMenu
        position="top-end"
        button={(props) => (
          <Button variant="filled" px={8} aria-label={say('answer.others')} {...props}>
            <IconChevronDown size={16} stroke={2} />
          </Button>
        )}
      >
        {() =>
          others.map((ends) => (
            <MenuItem key={ends} onClick={() => onSend(ends)}>
              {say(`answer.${ends}`)}
            </MenuItem>
          ))
        }
      </LazyMenu>
    </Button.Group>
  );
}

type WriterProps = { ticket: TicketDetail };
function AnswerWriter({ ticket }: WriterProps) {
  const say = ticketsText();
  const refresh = useQueueRefresh();
  const { tickets } = useApi(queueApi);
  const writing = useWriting(`ticket-answer:${ticket.id}`);
  const canned = useCannedAnswers(ticket);
  const send = (ends: AnswerEnd) =>
    void writing.send(async (message) => {
      try {
        await tickets.answer({ params: { id: ticket.id }, body: { ...message, ends, after: ticket.lastMessageId } });
      } finally {
        // also after a refusal: somebody may have written meanwhile, and then their words are shown
        await refresh();
      }
    });
  return (
    <Writer
      writing={writing}
      label={say('answer.write', { name: ticket.reader.name })}
      attach={ticket.rights.attach}
      snippets={canned}
      tools={<CannedMenu canned={canned} writing={writing} />}
      onSend={() => send('wait')}
      button={<AnswerButton busy={writing.sending} onSend={send} />}
    />
  );
}
function NoteWriter({ ticket }: WriterProps) {
  const say = ticketsText();
  const refresh = useQueueRefresh();
  const { tickets } = useApi(queueApi);
  const writing = useWriting(`ticket-note:${ticket.id}`);
  const send = () =>
    void writing.send(async (body) => {
      await tickets.note({ params: { id: ticket.id }, body });
      await refresh();
    });
  return (
    <Writer
      writing={writing}
      label={say('answer.writeNote')}
      look="note"
      attach={ticket.rights.attach}
      onSend={send}
      button={
        <Button variant="filled" loading={writing.sending} onClick={send}>
          {say('answer.addNote')}
        </Button>
      }
    />
  );
}

/** An answer or a note: two writers with a draft each, so that a note never goes out as an answer. */
export function StaffWriter({ ticket }: WriterProps) {
  const say = ticketsText();
  const [mode, setMode] = useState<'answer' | 'note'>(ticket.state === 'closed' || ticket.state === 'spam' ? 'note' : 'answer');
  const { name, email, locale } = ticket.reader;
  const known = localeFor(locale);
  return (
    <div className={s.answering}>
      <div className={s.modes}>
        <SegmentedControl
          aria-label={say('answer.mode')}
          value={mode}
          onChange={(value) => setMode(value === 'note' ? 'note' : 'answer')}
          data={[
            { value: 'answer', label: say('answer.answer') },
            { value: 'note', label: say('answer.note') },
          ]}
        />
        <span>
          {mode === 'note'
            ? say('talk.onlyStaff')
            : say(email === null ? 'answer.toSite' : 'answer.to', {
                name: `\u2068${name}\u2069`,
                language: known === null ? locale : localeNames[known],
              })}
        </span>
      </div>
      {mode === 'answer' ? <AnswerWriter ticket={ticket} /> : <NoteWriter ticket={ticket} />}
    </div>
  );
}
