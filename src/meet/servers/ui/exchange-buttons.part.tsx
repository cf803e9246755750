import { IconFileExport, IconFileImport } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { download } from '#kit/ui/table/csv.ts';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import { serversApi } from './servers-data.hook.ts';
import { serversText } from './servers-text.hook.ts';
import s from './servers.module.css';

const ImportDialog = loadable(async () => (await import('./import-dialog.part.tsx')).ImportDialog);

/** The pool as text, in and out. */
export function ExchangeButtons() {
  const say = serversText();
  const api = useApi(serversApi);
  const failureText = useFailureText(say);
  const [importing, setImporting] = useState('no');
  const [trouble, setTrouble] = useState('');
  const save = async () => {
    setTrouble('');
    const { fileName, text } = await api.servers.exportText({});
    download(fileName, text);
  };
  return (
    <>
      {trouble !== '' && (
        <span className={s.rowTrouble} role="alert">
          {trouble}
        </span>
      )}
      <RowMenu look="head" label={say('list.more')}>
        {() => (
          <>
            <MenuItem leftSection={<IconFileImport size={16} stroke={1.75} />} onClick={() => setImporting('open')}>
              {say('exchange.import')}
            </MenuItem>
            <MenuItem
              leftSection={<IconFileExport size={16} stroke={1.75} />}
              onClick={() => void save().catch((error: unknown) => setTrouble(failureText(error)))}
            >
              {say('exchange.export')}
            </MenuItem>
          </>
        )}
      </RowMenu>
      {importing === 'open' && (
        <Suspense>
          <ImportDialog onClose={() => setImporting('no')} />
        </Suspense>
      )}
    </>
  );
}
