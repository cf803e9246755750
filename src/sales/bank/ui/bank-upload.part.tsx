import { Button, FileButton, Select, TextInput } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { Failure } from '#kit/errors.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { base64Of } from '#kit/ui/base64.ts';
import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import { STATEMENT_BYTES, type StatementView } from '../bank.contract.ts';
import { bankApi, useBankRefresh } from './bank-data.hook.ts';
import { bankText } from './bank-text.hook.ts';
import { ibanText, useBankDay } from './bank-words.hook.ts';
import s from './bank.module.css';

const fields = ['booked', 'amount', 'currency', 'name', 'iban', 'text'] as const;
type Field = (typeof fields)[number];
type Mapping = { columns: Partial<Record<Field, string>>; currency?: string; days?: 'day-first' | 'month-first' };
type Chosen = { name: string; content: string };
type State =
  | { step: 'none'; trouble: string }
  | { step: 'busy' }
  | { step: 'columns'; file: Chosen; trouble: string }
  | { step: 'seen'; file: Chosen; mapping: Mapping | null; statements: readonly StatementView[]; trouble: string };

/** What a file would bring. */
function Seen({ statements }: { statements: readonly StatementView[] }) {
  const say = bankText();
  const dayText = useBankDay();
  const amountText = useMoney();
  return (
    <ul className={s.seen}>
      {statements.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: statements of a file have no other name than their place
        <li key={at}>
          <span className="strong">
            {one.from !== null && one.to !== null
              ? say('upload.span', { from: dayText(one.from), to: dayText(one.to) })
              : say('upload.undated')}
          </span>
          <span className="small soft">
            {one.account !== null && <Ltr>{ibanText(one.account)} </Ltr>}
            <bdi>{one.format}</bdi>
          </span>
          <span className="small">{say('upload.lines', { lines: one.lines, added: one.added })}</span>
          {one.closing !== null && one.currency !== null && (
            <span className="small soft">{say('upload.closing', { amount: amountText(one.closing, one.currency) })}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Whoever has a list with headings of its own says which is which. */
function Columns({ onDone, onCancel }: { onDone: (mapping: Mapping) => void; onCancel: () => void }) {
  const say = bankText();
  const [typed, setTyped] = useState<Partial<Record<Field, string>>>({});
  const [currency, setCurrency] = useState('');
  const [days, setDays] = useState<string | null>(null);
  const ready = (typed.booked ?? '').trim() !== '' && (typed.amount ?? '').trim() !== '';
  const done = () => {
    const columns = Object.fromEntries(Object.entries(typed).filter(([, text]) => text.trim() !== ''));
    const code = currency.trim().toUpperCase();
    onDone({
      columns,
      ...(code !== '' && { currency: code }),
      ...((days === 'day-first' || days === 'month-first') && { days }),
    });
  };
  return (
    <div className={s.columns}>
      <p className="small soft">{say('upload.columnsLead')}</p>
      <div className={s.grid}>
        {fields.map((field) => (
          <TextInput
            key={field}
            label={say(`upload.column.${field}`)}
            required={field === 'booked' || field === 'amount'}
            maxLength={120}
            dir="auto"
            value={typed[field] ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setTyped((now) => ({ ...now, [field]: value }));
            }}
          />
        ))}
        <TextInput
          label={say('upload.currency')}
          maxLength={3}
          dir="ltr"
          value={currency}
          onChange={(event) => setCurrency(event.currentTarget.value)}
        />
        <Select
          label={say('upload.days')}
          data={[
            { value: 'day-first', label: say('upload.dayFirst') },
            { value: 'month-first', label: say('upload.monthFirst') },
          ]}
          clearable
          value={days}
          onChange={setDays}
        />
      </div>
      <div className={s.acts}>
        <Button size="md" onClick={onCancel}>
          {say('cancel')}
        </Button>
        <Button size="md" variant="filled" disabled={!ready} onClick={done}>
          {say('upload.again')}
        </Button>
      </div>
    </div>
  );
}

function useUpload() {
  const say = bankText();
  const { bank } = useApi(bankApi);
  const refresh = useBankRefresh();
  const failureText = useFailureText(say);
  const toast = useToast();
  const [state, setState] = useState<State>({ step: 'none', trouble: '' });
  const look = async (file: Chosen, mapping: Mapping | null) => {
    setState({ step: 'busy' });
    const next = await bank.preview({ body: { ...file, ...(mapping !== null && { mapping }) } }).then(
      ({ statements }): State => ({ step: 'seen', file, mapping, statements, trouble: '' }),
      (error: unknown): State => {
        const trouble = failureText(error);
        const unknown = error instanceof Failure && error.data['reason'] === 'unknown_columns';
        return unknown || mapping !== null ? { step: 'columns', file, trouble } : { step: 'none', trouble };
      },
    );
    setState(next);
  };
  const take = async (file: File) => {
    if (file.size > STATEMENT_BYTES) return setState({ step: 'none', trouble: say('upload.tooLarge') });
    setState({ step: 'busy' });
    await look({ name: file.name.slice(0, 200), content: await base64Of(file) }, null);
  };
  const keep = async () => {
    if (state.step !== 'seen') return;
    const { file, mapping } = state;
    setState({ step: 'busy' });
    const trouble = await (async () => {
      const { statements } = await bank.read({ body: { ...file, ...(mapping !== null && { mapping }) } });
      const added = statements.reduce((sum, one) => sum + one.added, 0);
      await refresh();
      toast({ icon: IconFileUpload, text: say('upload.kept', { added }) });
      return '';
    })().catch(failureText);
    setState(trouble === '' ? { step: 'none', trouble: '' } : { ...state, trouble });
  };
  return { state, look, take, keep, drop: () => setState({ step: 'none', trouble: '' }) };
}

/** Takes the file of a bank, shows what is in it, and keeps it when somebody says so. */
export function Upload() {
  const say = bankText();
  const { state, look, take, keep, drop } = useUpload();
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    const file = event.dataTransfer.files[0];
    if (file !== undefined && state.step !== 'busy') void take(file);
  };
  const fresh = state.step === 'seen' && state.statements.some((one) => one.added > 0);
  return (
    <Panel id="bank-upload" title={say('upload.title')}>
      <div className={s.upload}>
        {state.step !== 'busy' && state.trouble !== '' && <Banner hue="red">{state.trouble}</Banner>}
        {(state.step === 'none' || state.step === 'busy') && (
          // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way beside the button
          <div className={s.drop} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
            <FileButton
              accept=".xml,.sta,.mt940,.940,.txt,.csv,text/xml,text/csv,text/plain"
              onChange={(file) => file !== null && void take(file)}
            >
              {(props) => (
                <Button
                  {...props}
                  size="md"
                  variant="filled"
                  loading={state.step === 'busy'}
                  leftSection={<IconFileUpload size={16} stroke={1.75} />}
                >
                  {say('upload.choose')}
                </Button>
              )}
            </FileButton>
            <span className="small soft">{say('upload.hint')}</span>
          </div>
        )}
        {state.step === 'columns' && <Columns onDone={(mapping) => void look(state.file, mapping)} onCancel={drop} />}
        {state.step === 'seen' && (
          <>
            <p className="small soft">
              <bdi>{state.file.name}</bdi>
            </p>
            <Seen statements={state.statements} />
            {!fresh && <Banner hue="blue">{say('upload.known')}</Banner>}
            <div className={s.acts}>
              <Button size="md" onClick={drop}>
                {say('cancel')}
              </Button>
              {fresh && (
                <Button size="md" variant="filled" onClick={() => void keep()}>
                  {say('upload.keep')}
                </Button>
              )}
            </div>
          </>
        )}
      </div>
    </Panel>
  );
}
