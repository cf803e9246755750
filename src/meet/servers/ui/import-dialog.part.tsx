import { Button, Textarea } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import type { ServerImport } from '../server-views.contract.ts';
import { serverLimits } from '../servers.rules.ts';
import { PoolDialog } from './pool-dialog.part.tsx';
import { serversApi, useServersRefresh } from './servers-data.hook.ts';
import { type ServersSay, serversText } from './servers-text.hook.ts';
import s from './servers.module.css';

type ImportTroubleView = ServerImport['trouble'][number];
const fieldWord = (say: ServersSay, field: string) => say.maybe(`form.${field}`) ?? field;
function troubleWord(say: ServersSay, { code, server, field }: ImportTroubleView): string {
  const values = { server: server ?? '', field: field === null ? '' : fieldWord(say, field), code };
  return say.maybe(`exchange.trouble.${code}`, values) ?? say('exchange.trouble.other', values);
}

/** What the text would do, line by line; or what was done. */
function Diff({ result }: { result: ServerImport }) {
  const say = serversText();
  const { added, changed, unchanged, trouble, mode } = result;
  const writes = added.length + changed.length;
  if (mode === 'written') return <Banner hue="blue">{say('exchange.written', { count: writes })}</Banner>;
  return (
    <>
      {writes + trouble.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <ul className={s.diff} tabIndex={0}>
          {trouble.map((one) => (
            <li key={`${one.line}-${one.server}-${one.code}-${one.field}`} data-kind="trouble">
              <span>{one.line !== null && say('exchange.line', { line: one.line })}</span>
              <span>{troubleWord(say, one)}</span>
            </li>
          ))}
          {added.map((name) => (
            <li key={name}>
              <span>{say('exchange.added')}</span>
              <bdi className="strong">{name}</bdi>
            </li>
          ))}
          {changed.map(({ name, fields }) => (
            <li key={name}>
              <span>{say('exchange.changed')}</span>
              <span>
                <bdi className="strong">{name}</bdi>{' '}
                <span className="soft">{fields.map((field) => fieldWord(say, field)).join(', ')}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="small quiet">
        {writes + trouble.length === 0 ? say('exchange.nothing') : say('exchange.unchanged', { count: unchanged.length })}
      </p>
    </>
  );
}

function useImport() {
  const say = serversText();
  const api = useApi(serversApi);
  const refresh = useServersRefresh();
  const failureText = useFailureText(say);
  const [text, setText] = useState('');
  const [result, setResult] = useState<ServerImport | null>(null);
  const [trouble, setTrouble] = useState('');
  const [busy, setBusy] = useState<'dry' | 'write' | null>(null);
  const put = (next: string) => {
    setText(next);
    setResult(null);
    setTrouble('');
  };
  const send = async (mode: 'dry' | 'write') => {
    setBusy(mode);
    setTrouble('');
    try {
      setResult(await api.servers.importText({ body: { text, mode } }));
      if (mode === 'write') await refresh();
    } catch (error) {
      setTrouble(failureText(error));
    } finally {
      setBusy(null);
    }
  };
  return { text, put, result, trouble, busy, send: (mode: 'dry' | 'write') => void send(mode) };
}

/** Servers from YAML: pasted or from a file, first seen as what would change, then written. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const say = serversText();
  const { text, put, result, trouble, busy, send } = useImport();
  const file = useRef<HTMLInputElement>(null);
  const read = (event: ChangeEvent<HTMLInputElement>) => void event.currentTarget.files?.[0]?.text().then(put);
  const writes = result === null || result.mode === 'written' ? 0 : result.added.length + result.changed.length;
  const ready = result !== null && result.mode === 'dry' && result.trouble.length === 0 && writes > 0;
  return (
    <PoolDialog title={say('exchange.title')} lead={say('exchange.lead')} onClose={onClose}>
      <Textarea
        label={say('exchange.text')}
        rows={8}
        dir="ltr"
        spellCheck={false}
        maxLength={serverLimits.importText}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
        value={text}
        onChange={(event) => put(event.currentTarget.value)}
      />
      {trouble !== '' && <Banner hue="red">{trouble}</Banner>}
      <div aria-live="polite">{result !== null && <Diff result={result} />}</div>
      <div className={s.dialogActs}>
        <input ref={file} type="file" accept=".yaml,.yml,text/yaml" hidden onChange={read} aria-label={say('exchange.file')} />
        <Button leftSection={<IconFileUpload size={16} stroke={1.75} />} onClick={() => file.current?.click()}>
          {say('exchange.file')}
        </Button>
        <span className="grow" />
        {ready ? (
          <Button variant="filled" loading={busy === 'write'} onClick={() => send('write')}>
            {say('exchange.write')}
          </Button>
        ) : result?.mode === 'written' ? (
          <Button variant="filled" onClick={onClose}>
            {say('drawer.close')}
          </Button>
        ) : (
          <Button variant="filled" disabled={text.trim() === ''} loading={busy === 'dry'} onClick={() => send('dry')}>
            {say('exchange.dry')}
          </Button>
        )}
      </div>
    </PoolDialog>
  );
}
