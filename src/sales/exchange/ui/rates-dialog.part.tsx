import { Button, Textarea, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr } from '#kit/ui/bits.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useDayText } from '#kit/ui/time.tsx';
import { ORIGIN_MAX } from '../exchange.contract.ts';
import { quoteText } from '../exchange.rules.ts';
import { LIST_MAX, type ListLine, newestDay, readList } from '../rate-list.rules.ts';
import { exchangeApi, useExchangeRefresh } from './exchange-data.hook.ts';
import { exchangeText } from './exchange-text.hook.ts';
import s from './exchange.module.css';

/** Lines that are shown of what was read. */
const SHOWN = 8;
const ORIGIN_MIN = 2;
const ratesIn = (lines: readonly ListLine[]) => lines.flatMap((one) => ('rate' in one ? one.rate : []));
const wrongIn = (lines: readonly ListLine[]) => lines.flatMap((one) => ('trouble' in one ? [one] : []));

/** What would be entered, and what is wrong with each line that cannot be. */
function Seen({ lines }: { lines: readonly ListLine[] }) {
  const say = exchangeText();
  const day = useDayText();
  const [rates, wrong] = [ratesIn(lines), wrongIn(lines)];
  if (lines.length === 0) return null;
  return (
    <div className={s.seen} aria-live="polite">
      {wrong.length > 0 && (
        <>
          <b className={`small ${s.wrong}`}>{say('add.wrong', { count: wrong.length })}</b>
          <ul>
            {wrong.slice(0, SHOWN).map((one) => (
              <li key={one.line}>
                <span className="small strong">{say('add.line', { line: one.line })}</span>
                <span className="small">{say(`add.trouble.${one.trouble}`)}</span>
                <span className="tiny quiet">
                  <Ltr>{one.text.slice(0, 80)}</Ltr>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {rates.length > 0 && (
        <>
          <b className="small">{say('add.read', { count: rates.length })}</b>
          <ul>
            {rates.slice(0, SHOWN).map((one) => (
              <li key={`${one.day} ${one.base} ${one.currency}`}>
                <span className="small">{day(one.day)}</span>
                <span className="small strong">
                  <Ltr>{quoteText(one)}</Ltr>
                </span>
              </li>
            ))}
            {rates.length > SHOWN && <li className="small quiet">+ {rates.length - SHOWN}</li>}
          </ul>
        </>
      )}
    </div>
  );
}

/** One rate or many, read before anything is kept. */
export function RatesDialog({ onClose }: { onClose: () => void }) {
  const say = exchangeText();
  const { exchange } = useApi(exchangeApi);
  const refresh = useExchangeRefresh();
  const toast = useToast();
  const { now } = useReader();
  const newest = newestDay(now);
  const form = useDraftForm({
    key: null,
    initial: { origin: '', list: '' },
    check: ({ origin, list }) => {
      const lines = readList(list, newest);
      return {
        ...(origin.trim().length < ORIGIN_MIN && { origin: 'origin' }),
        ...(lines.length === 0 && { list: 'empty' }),
        ...(lines.length > LIST_MAX && { list: 'many' }),
        ...(wrongIn(lines).length > 0 && { list: 'list' }),
      };
    },
    say,
    save: async ({ origin, list }) => {
      const { added, known } = await exchange.add({ body: { origin, rates: ratesIn(readList(list, newest)) } });
      const text = [say('add.done', { added }), ...(known > 0 ? [say('add.known', { known })] : [])].join(' ');
      toast({ icon: IconCheck, text });
      await refresh();
      onClose();
    },
  });
  const lines = readList(form.values.list, newest);
  return (
    <Dialog title={say('add.title')} lead={say('add.lead')} width={600} onClose={onClose}>
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <TextInput
          size="md"
          dir="auto"
          label={say('add.origin')}
          description={say('add.originHint')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          maxLength={ORIGIN_MAX}
          {...form.input('origin')}
        />
        <Textarea
          size="md"
          dir="ltr"
          rows={5}
          label={say('add.list')}
          description={say('add.listHint')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          placeholder={`${new Date(now).toISOString().slice(0, 10)}, EUR, USD, 1.085`}
          spellCheck={false}
          {...form.input('list')}
        />
        <Seen lines={lines} />
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving}>
            {say('add.verb', { count: ratesIn(lines).length })}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
