import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { KeyList } from './key-list.part.tsx';
import { keysApi, keysQuery, useKeysRefresh } from './rest-data.hook.ts';
import { restText } from './rest-text.hook.ts';

const KeyDialog = loadable(async () => (await import('./key-dialog.part.tsx')).KeyDialog);

/** Keys of the account, newest first. */
export function Keys() {
  const say = restText();
  const refresh = useKeysRefresh();
  const query = useQuery(keysQuery(useApi(keysApi)));
  const [making, setMaking] = useState('no');
  const items = query.data?.items ?? [];
  return (
    <Panel
      flush="flush"
      title={say('keys.title')}
      aside={
        <Button size="xs" variant="subtle" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setMaking('yes')}>
          {say('keys.add')}
        </Button>
      }
    >
      {query.data !== undefined && items.length === 0 && <EmptyState title={say('keys.none')} text={say('keys.noneText')} />}
      <KeyList items={items} error={query.error} />
      <Suspense>
        {making === 'yes' && query.data !== undefined && (
          <KeyDialog keys={query.data} onClose={() => setMaking('no')} onMade={() => void refresh()} />
        )}
      </Suspense>
    </Panel>
  );
}
