import { Button } from '@mantine/core';
import { IconCloudDownload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { ServerOf, ServerSlots } from '#meet/servers/ui/blocks/server-slots.part.tsx';
import { recordingsText } from '../recordings-text.hook.ts';

const TransferDialog = loadable(async () => (await import('../transfer-dialog.part.tsx')).TransferDialog);

/** Opens the command that makes a BBB server send its recordings here; those of engines come by themselves. */
function SendHere({ server }: { server: ServerOf }) {
  const say = recordingsText();
  const [open, setOpen] = useState('no');
  if (server.kind !== 'bbb' || server.state === 'retired') return null;
  return (
    <>
      <Button leftSection={<IconCloudDownload size={16} stroke={1.75} />} onClick={() => setOpen('yes')}>
        {say('transfer.open')}
      </Button>
      {open === 'yes' && (
        <Suspense>
          <TransferDialog server={server} onClose={() => setOpen('no')} />
        </Suspense>
      )}
    </>
  );
}

/** What recordings bring to the screens of servers. */
export const serverSlots: ServerSlots = { Send: SendHere };
