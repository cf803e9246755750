import type { MailThingSource } from '#kit/server/mail-thing.ts';
import type { InviteeAnswer } from '../../schedule.rules.ts';
import { answerMine, type MyInvitation, myInvitation } from '../my-invitation.service.ts';

const answered: Readonly<Record<InviteeAnswer, string>> = { none: 'none', accepted: 'yes', tentative: 'maybe', declined: 'no' };
const answers = { yes: 'accepted', maybe: 'tentative', no: 'declined' } as const;
const stateOf = ({ state, answer }: MyInvitation): string => (state === 'open' ? answered[answer] : state);

/** A planned meeting in the mails of an invited person; one that is cancelled or over has no door. */
export const mailThing: MailThingSource = {
  kind: 'meeting',
  isAbout: (template) => /^(?:meeting|schedule)\./.test(template),
  view: async (ctx, id) => {
    const mine = await myInvitation(ctx, id);
    const { title: name, startsAt: at, path } = mine;
    const state = stateOf(mine);
    if (mine.state !== 'open') return { name, state, at, path: null };
    return { name, state, at, path, act: path === null ? null : 'join', reply: 'invitation' };
  },
  answer: (ctx, meetingId, answer) => answerMine(ctx, { meetingId, answer: answers[answer] }),
};
