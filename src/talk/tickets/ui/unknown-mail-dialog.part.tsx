import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Face, Ltr } from '#kit/ui/bits.tsx';
import { MessageText } from '#kit/ui/message-text/message-text.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useApi } from '#kit/ui/query/api.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import { ticketLimits } from '../tickets.rules.ts';
import type { UnknownMail, UnknownMailPerson } from '../unknown-mails.contract.ts';
import { Automatic, LeftOut, NotVerified, OriginalLink } from './mail-parts.part.tsx';
import { queueApi, ticketPath, unknownMailPeopleQuery, useQueueRefresh } from './queue-data.hook.ts';
import s from './ticket.module.css';
import { ticketsText } from './tickets-text.hook.ts';

function PersonChoice({ onChoose }: { onChoose: (person: UnknownMailPerson) => void }) {
  const say = ticketsText();
  const [search, setSearch] = useState('');
  const word = search.trim();
  const { data } = useQuery({
    ...unknownMailPeopleQuery(useApi(queueApi), word),
    enabled: word.length >= 2,
    placeholderData: (before) => before,
  });
  const people = word.length >= 2 ? data?.items : undefined;
  return (
    <>
      <TextInput
        type="search"
        size="md"
        data-autofocus
        label={say('unknown.person')}
        description={say('unknown.personHint')}
        leftSection={<IconSearch size={16} stroke={1.75} />}
        maxLength={ticketLimits.search}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {people !== undefined && people.length === 0 && <p className="small soft">{say('unknown.noPeople')}</p>}
      {people !== undefined && people.length > 0 && (
        <ul className={s.people} aria-label={say('unknown.person')}>
          {people.map((person) => (
            <li key={person.userId}>
              <button type="button" onClick={() => onChoose(person)}>
                <Face name={person.name} size={28} />
                <span>
                  <bdi>{person.name}</bdi>
                  <span className="tiny quiet">
                    <DotLine>
                      {person.account}
                      <Ltr>{person.email}</Ltr>
                    </DotLine>
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What staff decides about a mail. */
function useDecision(mail: UnknownMail, onClose: () => void) {
  const say = ticketsText();
  const ask = useAsk();
  const navigate = useNavigate();
  const refresh = useQueueRefresh();
  const failureText = useFailureText(say);
  const { unknownMails } = useApi(queueApi);
  const [trouble, setTrouble] = useState<string | null>(null);
  const params = { id: mail.id };
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      setTrouble(failureText(error));
    }
    await refresh();
  };
  return {
    trouble,
    openTicket: ({ userId, accountId }: UnknownMailPerson) =>
      attempt(async () => {
        const { id } = await unknownMails.openTicket({ params, body: { userId, accountId } });
        await navigate(ticketPath(id));
      }),
    discard: async () => {
      if (!(await ask({ title: say('unknown.discardAsk'), verb: say('unknown.discard'), safe: say('desk.cancel') }))) return;
      await attempt(async () => {
        await unknownMails.discard({ params });
        onClose();
      });
    },
  };
}

type DialogProps = { mail: UnknownMail; onClose: () => void };
/** A mail as text, and what may become of it. */
export function UnknownMailDialog({ mail, onClose }: DialogProps) {
  const say = ticketsText();
  const time = useTimeText();
  const { trouble, openTicket, discard } = useDecision(mail, onClose);
  const [step, setStep] = useState<'read' | 'choose'>('read');
  const { subject, from, fromName, text, verified, automatic, files, leftOut, keptUntil } = mail;
  const sender = fromName === '' ? `\u2066${from}\u2069` : `\u2068${fromName}\u2069 \u2066<${from}>\u2069`;
  return (
    <Dialog title={subject === '' ? say('unknown.noSubject') : subject} lead={sender} width={640} onClose={onClose}>
      {trouble !== null && <Banner hue="red">{trouble}</Banner>}
      <div className={s.mail}>
        {(!verified || automatic) && (
          <p>
            {!verified && <NotVerified />} {automatic && <Automatic />}
          </p>
        )}
        {step === 'choose' ? (
          <PersonChoice onChoose={(person) => void openTicket(person)} />
        ) : (
          <>
            <div className={s.words}>
              <MessageText text={text} doc={null} />
            </div>
            {files.length > 0 && <p className="small soft">{say('unknown.files', { names: files.join(', ') })}</p>}
            <LeftOut files={leftOut} />
            <OriginalLink state={mail.original} path={`/api/unknown-mails/${mail.id}/original`} />
            <p className="small soft">{say('unknown.keptUntil', { date: time(keptUntil, 'day') })}</p>
          </>
        )}
      </div>
      <div className={dialogs.acts}>
        <Button size="md" onClick={step === 'read' ? onClose : () => setStep('read')}>
          {step === 'read' ? say('ticket.close') : say('desk.cancel')}
        </Button>
        {step === 'read' && (
          <>
            <Button size="md" onClick={() => void discard()}>
              {say('unknown.discard')}
            </Button>
            <Button size="md" variant="filled" onClick={() => setStep('choose')}>
              {say('unknown.makeTicket')}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}
