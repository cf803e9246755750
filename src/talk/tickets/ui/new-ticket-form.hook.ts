import { useNavigate } from 'react-router';
import type { AttachedFile } from '#core/files/files.rules.ts';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import type { TicketImpact } from '../tickets.rules.ts';
import type { TicketThing } from '../tickets-views.contract.ts';
import { categoryFor, categoryOf, thingOf, thingValue } from './new-ticket-data.hook.ts';
import { issuePath, issuesApi, useIssuesRefresh } from './tickets-data.hook.ts';
import { ticketsText } from './tickets-text.hook.ts';

type NewTicketDraft = {
  subject: string;
  category: string;
  thing: string;
  text: string;
  impact: TicketImpact;
  attach: boolean;
  files: AttachedFile[];
};

/** The form of a new ticket. What is written is kept on this device until it is sent. */
export function useNewTicketForm(from: TicketThing | null) {
  const say = ticketsText();
  const navigate = useNavigate();
  const refresh = useIssuesRefresh();
  const { issues } = useApi(issuesApi);
  return useDraftForm<NewTicketDraft>({
    key: from === null ? 'ticket:new' : `ticket:new:${from.id}`,
    initial: {
      subject: '',
      category: from === null ? '' : categoryFor(from.kind),
      thing: from === null ? '' : thingValue(from),
      text: '',
      impact: 'question',
      attach: true,
      files: [],
    },
    check: ({ subject, category, text }) => ({
      ...(subject.trim().length < 3 && { subject: 'required' }),
      ...(categoryOf(category) === undefined && { category: 'required' }),
      ...(text.trim() === '' && { text: 'required' }),
    }),
    labels: {
      subject: say('new.subject'),
      category: say('list.category'),
      thing: say('new.which'),
      text: say('new.text'),
      impact: say('ticket.impact'),
      attach: say('new.attach'),
      files: say('files.title'),
    },
    say,
    save: async ({ subject, category, thing, text, impact, attach, files }) => {
      const about = thingOf(thing);
      const { id } = await issues.create({
        body: {
          subject,
          text,
          files: files.map((file) => file.id),
          category: categoryOf(category) ?? 'other',
          impact,
          about,
          snapshot: about !== null && attach ? 'with' : 'without',
        },
      });
      await refresh();
      // after the form knows that it is saved: leaving it asks nothing then
      setTimeout(() => void navigate(issuePath(id)));
    },
  });
}
export type NewTicketForm = ReturnType<typeof useNewTicketForm>;
