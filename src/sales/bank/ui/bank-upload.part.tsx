import { Button, FileButton } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { Failure } from '#kit/errors.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { base64Of } from '#kit/ui/base64.ts';
import { Panel } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { STATEMENT_BYTES, type StatementMapping, type StatementView } from '../statement-file.contract.ts';
import { AskCurrency, AskDays, Columns } from './bank-columns.part.tsx';
import { bankApi, useBankRefresh } from './bank-data.hook.ts';
import { AskStates, StatementPreview } from './bank-preview.part.tsx';
import { bankText } from './bank-text.hook.ts';
import s from './bank.module.css';

type Chosen = { name: string; content: string };
type Seeing = { file: Chosen; mapping: StatementMapping };
type State =
  | { step: 'none'; trouble: string }
  | { step: 'busy' }
  | (Seeing & { step: 'columns' | 'currency' | 'days'; trouble: string })
  | (Seeing & { step: 'seen'; statements: readonly StatementView[]; trouble: string });

/** What somebody is asked after a file was refused; nothing where it is the file's fault. */
function askAfter(error: unknown, mapping: StatementMapping): 'columns' | 'currency' | 'days' | 'none' {
  const reason = error instanceof Failure ? error.data['reason'] : null;
  if (reason === 'unknown_currency') return 'currency';
  if (reason === 'unknown_days') return 'days';
  return reason === 'unknown_columns' || mapping.columns !== undefined ? 'columns' : 'none';
}

function useUpload() {
  const say = bankText();
  const { bank } = useApi(bankApi);
  const refresh = useBankRefresh();
  const failureText = useFailureText(say);
  const toast = useToast();
  const [state, setState] = useState<State>({ step: 'none', trouble: '' });
  const look = async (file: Chosen, mapping: StatementMapping) => {
    setState({ step: 'busy' });
    const next = await bank.preview({ body: { ...file, mapping } }).then(
      ({ statements }): State => ({ step: 'seen', file, mapping, statements, trouble: '' }),
      (error: unknown): State => {
        const [step, trouble] = [askAfter(error, mapping), failureText(error)];
        return step === 'none' ? { step, trouble } : { step, file, mapping, trouble };
      },
    );
    setState(next);
  };
  const take = async (file: File) => {
    if (file.size > STATEMENT_BYTES) return setState({ step: 'none', trouble: say('upload.tooLarge') });
    setState({ step: 'busy' });
    await look({ name: file.name.slice(0, 200), content: await base64Of(file) }, {});
  };
  const keep = async () => {
    if (state.step !== 'seen') return;
    const { file, mapping } = state;
    setState({ step: 'busy' });
    const trouble = await (async () => {
      const { statements } = await bank.read({ body: { ...file, mapping } });
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
  const lines = state.step === 'seen' ? state.statements.reduce((sum, one) => sum + one.lines, 0) : 0;
  const fresh = state.step === 'seen' && state.statements.some((one) => one.added > 0);
  return (
    <Panel id="bank-upload" title={say('upload.title')}>
      <div className={s.upload}>
        {state.step !== 'busy' && state.trouble !== '' && <Banner hue="red">{state.trouble}</Banner>}
        {(state.step === 'none' || state.step === 'busy') && (
          // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way beside the button
          <div className={s.drop} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
            <FileButton
              accept=".xml,.csv,.txt,.zip,.sta,.940,text/xml,text/csv,text/plain,application/zip"
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
        {state.step === 'columns' && (
          <Columns onDone={(mapping) => void look(state.file, { ...state.mapping, ...mapping })} onCancel={drop} />
        )}
        {state.step === 'currency' && (
          <AskCurrency onDone={(currency) => void look(state.file, { ...state.mapping, currency })} onCancel={drop} />
        )}
        {state.step === 'days' && (
          <AskDays onDone={(days) => void look(state.file, { ...state.mapping, days })} onCancel={drop} />
        )}
        {state.step === 'seen' && (
          <>
            <p className="small soft">
              <bdi>{state.file.name}</bdi>
            </p>
            <StatementPreview statements={state.statements} />
            <AskStates
              statements={state.statements}
              answers={state.mapping.states ?? {}}
              onAnswer={(states) => void look(state.file, { ...state.mapping, states })}
            />
            {!fresh && <Banner hue="blue">{say(lines > 0 ? 'upload.known' : 'upload.nothingBooked')}</Banner>}
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
