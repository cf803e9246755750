import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { type Locale, locales } from '#kit/facts.ts';
import { Ltr } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { intlTag, localeNames } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { OfferedList, PreferencesView } from '../subscribing.contract.ts';
import { ListChoice } from './blocks/list-choice.part.tsx';
import { useNewsletter } from './blocks/subscriber-api.hook.ts';
import { subscriberText } from './blocks/subscriber-text.hook.ts';
import s from './guest.module.css';

type PreferencesProps = { token: string; first: PreferencesView };
/** `undo`: the lists from before; null: there is nothing to take back. */
type PreferencesOutcome = { text: string; undo: string[] | null };

const chosenOf = (view: PreferencesView): string[] => view.lists.filter((list) => list.subscribed).map((list) => list.id);

function usePreferences({ token, first }: PreferencesProps) {
  const say = subscriberText();
  const newsletter = useNewsletter();
  const failureText = useFailureText(say);
  const { locale: reading } = useReader();
  const [view, setView] = useState(first);
  const [chosen, setChosen] = useState(chosenOf(first));
  const [locale, setLocale] = useState<Locale>(first.locale);
  const [figures, setFigures] = useState(first.figures);
  const [busy, setBusy] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<PreferencesOutcome | null>(null);
  const show = (next: PreferencesView, result: PreferencesOutcome) => {
    setView(next);
    setChosen(chosenOf(next));
    setOutcome(result);
  };
  const act = async (name: string, work: () => Promise<void>) => {
    setBusy(name);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy('');
    }
  };
  const save = (lists: string[], text: string) =>
    act('save', async () => show(await newsletter.save({ body: { token, lists, locale, figures } }), { text, undo: null }));
  /** `lists` left out: all. */
  const leave = (lists?: string[]) =>
    act(lists === undefined ? 'all' : 'one', async () => {
      const before = chosenOf(view);
      await newsletter.leave({ body: { token, ...(lists === undefined ? {} : { lists }) } });
      const names = view.lists.filter((list) => lists?.includes(list.id)).map((list) => `\u2068${list.name}\u2069`);
      const joined = new Intl.ListFormat(intlTag(reading)).format(names);
      const text = lists === undefined ? say('preferences.leftAll') : say('preferences.left', { lists: joined });
      show(await newsletter.preferences({ query: { token } }), { text, undo: before });
    });
  const forget = () => act('forget', async () => void (await newsletter.forget({ body: { token } })));
  return { view, chosen, setChosen, locale, setLocale, figures, setFigures, busy, failure, outcome, save, leave, forget };
}

/** What was done, where it is seen and heard at once, with the way back. */
function OutcomeLine({ outcome, onUndo }: { outcome: PreferencesOutcome; onUndo: (lists: string[]) => void }) {
  const say = subscriberText();
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus(), []);
  const { undo: before } = outcome;
  return (
    <p className={s.done} role="status">
      <IconCircleCheck size={20} stroke={1.75} />
      <span className="grow">{outcome.text}</span>
      {before !== null && (
        <button ref={undo} type="button" onClick={() => onUndo(before)}>
          {say('preferences.undo')}
        </button>
      )}
    </p>
  );
}

/** Preferences by the link of an email, without signing in. Opened by it, the page changes nothing and leads with Unsubscribe. */
export function Preferences(props: PreferencesProps) {
  const say = subscriberText();
  const when = useTimeText();
  const ask = useAsk();
  const preferences = usePreferences(props);
  const { view, chosen, setChosen, locale, setLocale, busy, failure, outcome, save, leave, forget } = preferences;
  const [forgotten, setForgotten] = useState('no');
  const own = view.lists.find((list) => list.id === view.list && list.subscribed);
  const note = (list: OfferedList): string | null => {
    const at = view.lists.find((one) => one.id === list.id)?.unsubscribedAt ?? null;
    return at === null ? null : say('preferences.leftOn', { date: when(at, 'day') });
  };
  const erase = async () => {
    const sure = await ask({
      title: say('preferences.forgetTitle'),
      lead: say('preferences.forgetText'),
      verb: say('preferences.forgetVerb'),
      safe: say('preferences.cancel'),
    });
    if (!sure) return;
    await forget();
    setForgotten('yes');
  };
  if (forgotten === 'yes' && failure === null)
    return (
      <div className={s.page}>
        <h1>{say('preferences.title')}</h1>
        <p className={s.lead} role="status">
          {say('preferences.forgotten')}
        </p>
      </div>
    );
  return (
    <div className={s.page}>
      {outcome !== null && (
        <OutcomeLine key={outcome.text} outcome={outcome} onUndo={(lists) => void save(lists, say('preferences.saved'))} />
      )}
      <header>
        <h1>{say('preferences.title')}</h1>
        <p className={s.lead}>{say.rich('preferences.for', { email: view.email, ltr: (words) => <Ltr>{words}</Ltr> })}</p>
      </header>
      {failure !== null && <Banner hue="red">{failure}</Banner>}
      {view.state !== 'active' && <Banner hue="amber">{say('preferences.suppressed')}</Banner>}
      {own !== undefined && (
        <Button variant="filled" size="lg" fullWidth loading={busy === 'one'} onClick={() => void leave([own.id])}>
          <span dir="auto">{say('preferences.leaveOne', { list: own.name })}</span>
        </Button>
      )}
      <ListChoice label={say('guest.lists')} lists={view.lists} chosen={chosen} onChange={setChosen} note={note} />
      <NativeSelect
        size="lg"
        label={say('guest.language')}
        value={locale}
        data={locales.map((value) => ({ value, label: localeNames[value] }))}
        onChange={({ currentTarget }) => setLocale(locales.find((one) => one === currentTarget.value) ?? locale)}
      />
      <Checkbox
        checked={preferences.figures}
        label={say('preferences.figures')}
        description={say('preferences.figuresText')}
        onChange={({ currentTarget }) => preferences.setFigures(currentTarget.checked)}
      />
      <div className={s.acts}>
        <Button
          variant={own === undefined ? 'filled' : 'default'}
          size="lg"
          fullWidth
          loading={busy === 'save'}
          onClick={() => void save(chosen, say('preferences.saved'))}
        >
          {say('preferences.save')}
        </Button>
        {chosenOf(view).length > 0 && (
          <Button variant="default" data-danger size="lg" fullWidth loading={busy === 'all'} onClick={() => void leave()}>
            {say('preferences.leaveAll')}
          </Button>
        )}
      </div>
      <p className={s.fine}>
        {say('preferences.stays')}{' '}
        <button type="button" onClick={() => void erase()}>
          {say('preferences.forget')}
        </button>
      </p>
    </div>
  );
}
