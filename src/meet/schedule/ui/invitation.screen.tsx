import { Button } from '@mantine/core';
import { IconCalendarEvent } from '@tabler/icons-react';
import { useState } from 'react';
import { Failure } from '#kit/errors.ts';
import { Ltr } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { LinkButton } from '#kit/ui/link.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { type LoadContext, useLoaded } from '#kit/ui/screen.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { type MeetingInvitation, scheduleCalls } from '../schedule.contract.ts';
import { useCalendarWords } from './calendar-words.hook.ts';
import s from './invitation.module.css';
import { invitationText } from './invitation-text.hook.ts';
import { ruleText } from './repeat-words.hook.ts';

const invitationApi = { schedule: scheduleCalls };
const answers = ['accepted', 'tentative', 'declined'] as const;
type GivenAnswer = (typeof answers)[number];
type InvitationPage = { token: string; wish: GivenAnswer | null; view: MeetingInvitation | null };

/** Looking changes nothing: mail scanners open links, too. A link that opens nothing is explained. */
export async function load({ api, url, answer, head }: LoadContext): Promise<InvitationPage> {
  const token = url.searchParams.get('token') ?? '';
  const wish = answers.find((one) => one === url.searchParams.get('answer')) ?? null;
  head({ tags: [], robots: 'noindex' });
  try {
    return { token, wish, view: await api(invitationApi).schedule.invitation({ query: { token } }) };
  } catch (error) {
    if (!(error instanceof Failure) || !['not_found', 'invalid_input'].includes(error.code)) throw error;
    answer(404);
    return { token, wish, view: null };
  }
}

function When({ view: { startsAt, endsAt, zone, repeat } }: { view: MeetingInvitation }) {
  const say = invitationText();
  const words = useCalendarWords();
  const reader = useReader();
  if (startsAt === null || endsAt === null) return <p className="soft">{say('invitation.over')}</p>;
  const [from, to] = [words.wall(startsAt), words.wall(endsAt)];
  return (
    <div className={s.when}>
      <IconCalendarEvent size={20} stroke={1.5} />
      <div>
        <p className="strong">{words.day(from.day, 'long')}</p>
        <p className="num">
          <bdi>{`${words.clock(from.minute)} – ${words.clock(to.minute)}`}</bdi>
        </p>
        {repeat !== null && <p className="small soft">{ruleText(repeat, say, words)}</p>}
        <p className="small soft">
          {say('invitation.zone', { zone: reader.zone.replaceAll('_', ' ') })}
          {zone !== reader.zone && ` (${zone.replaceAll('_', ' ')})`}
        </p>
      </div>
    </div>
  );
}

const words = { accepted: 'invitation.accept', tentative: 'invitation.tentative', declined: 'invitation.decline' } as const;
type AnswersProps = {
  token: string;
  wish: GivenAnswer | null;
  view: MeetingInvitation;
  onAnswered: (view: MeetingInvitation) => void;
};
function Answers({ token, wish, view, onAnswered }: AnswersProps) {
  const say = invitationText();
  const failureText = useFailureText(say);
  const { schedule } = useApi(invitationApi);
  const [state, setState] = useState<{ busy: GivenAnswer | null; trouble: string | null }>({ busy: null, trouble: null });
  const send = async (answer: GivenAnswer) => {
    setState({ busy: answer, trouble: null });
    try {
      onAnswered(await schedule.setAnswer({ body: { token, answer } }));
      setState({ busy: null, trouble: null });
    } catch (error) {
      setState({ busy: null, trouble: failureText(error) });
    }
  };
  // the button of the mail that was pressed leads; without one, to come
  const first = view.answer === 'none' ? (wish ?? 'accepted') : null;
  return (
    <section className={s.answers} aria-labelledby="question">
      <h2 id="question">{say('invitation.question')}</h2>
      <p role="status" className={s.state} data-answer={view.answer}>
        {say(`invitation.now.${view.answer}`)}
      </p>
      {state.trouble !== null && <Banner hue="red">{state.trouble}</Banner>}
      <div className={s.acts}>
        {answers.map((answer) => (
          <Button
            key={answer}
            size="lg"
            variant={answer === first ? 'filled' : 'default'}
            aria-pressed={view.answer === answer}
            loading={state.busy === answer}
            onClick={() => void send(answer)}
          >
            {say(words[answer])}
          </Button>
        ))}
      </div>
      <p className="small quiet">{say.rich('invitation.as', { email: view.email, ltr: (text) => <Ltr>{text}</Ltr> })}</p>
    </section>
  );
}

/** Where the link of an invitation leads: the meeting, and an answer without signing in. */
export function Screen() {
  const say = invitationText();
  const page = useLoaded<typeof load>();
  const [view, setView] = useState(page.view);
  usePageTitle(view?.title ?? say('invitation.title'));
  if (view === null)
    return (
      <div className={s.page}>
        <h1>{say('invitation.expired')}</h1>
        <p className="soft">{say('invitation.expiredText')}</p>
      </div>
    );
  return (
    <div className={s.page}>
      <header>
        <p className="soft">{say('invitation.from', { host: view.host })}</p>
        <h1 dir="auto">{view.title}</h1>
      </header>
      <When view={view} />
      {view.description !== '' && (
        <p className={s.description} dir="auto">
          {view.description}
        </p>
      )}
      {view.startsAt !== null && <Answers {...page} view={view} onAnswered={setView} />}
      <LinkButton to={view.path} size="lg" fullWidth>
        {say('invitation.join')}
      </LinkButton>
    </div>
  );
}
