import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useApi } from '#kit/ui/query/api.tsx';
import { BusinessHoursForm } from './business-hours.part.tsx';
import { CannedAnswers } from './canned-answers.part.tsx';
import { queueApi, ticketDeskQuery } from './queue-data.hook.ts';
import { ticketsText } from './tickets-text.hook.ts';

/** Canned answers and business hours of the desk. */
export function DeskDialog({ onClose }: { onClose: () => void }) {
  const say = ticketsText();
  const desk = useQuery(ticketDeskQuery(useApi(queueApi))).data;
  return (
    <Dialog
      title={say('desk.title')}
      lead={desk?.mail == null ? undefined : say('desk.mail', { email: `\u2066${desk.mail}\u2069` })}
      width={640}
      onClose={onClose}
    >
      {desk !== undefined && (
        <>
          <CannedAnswers canned={desk.canned} />
          <BusinessHoursForm hours={desk.hours} />
        </>
      )}
      <div className={dialogs.acts}>
        <Button size="md" variant="filled" onClick={onClose}>
          {say('ticket.close')}
        </Button>
      </div>
    </Dialog>
  );
}
