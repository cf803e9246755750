import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconFileExport, IconFileImport } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useApi } from '#kit/ui/api.tsx';
import { download } from '#kit/ui/csv.ts';
import { useFailureText } from '#kit/ui/failure-text.ts';
import { loadable } from '#kit/ui/loadable.tsx';
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
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={32} variant="default" aria-label={say('list.more')}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFileImport size={16} stroke={1.75} />} onClick={() => setImporting('open')}>
            {say('exchange.import')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFileExport size={16} stroke={1.75} />}
            onClick={() => void save().catch((error: unknown) => setTrouble(failureText(error)))}
          >
            {say('exchange.export')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {importing === 'open' && (
        <Suspense>
          <ImportDialog onClose={() => setImporting('no')} />
        </Suspense>
      )}
    </>
  );
}
