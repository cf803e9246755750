import { Button } from '@mantine/core';
import { IconAdjustments, IconSettings, IconTag, IconUserPlus } from '@tabler/icons-react';
import { type ComponentType, Suspense, useState } from 'react';
import { LazyMenu } from '#kit/ui/overlay/lazy-menu.tsx';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { RoomItem } from '../rooms.contract.ts';
import { RemoveRooms } from './room-remove.part.tsx';
import { bulkText } from './bulk-text.hook.ts';
import type { RoomsDialogProps } from './room-bulk-frame.part.tsx';

type BulkWork = 'tags' | 'share' | 'settings';
const dialogs: Readonly<Record<BulkWork, ComponentType<RoomsDialogProps>>> = {
  tags: loadable(async () => (await import('./room-bulk-dialogs.part.tsx')).RoomsTags),
  share: loadable(async () => (await import('./room-bulk-dialogs.part.tsx')).RoomsShare),
  settings: loadable(async () => (await import('./room-bulk-dialogs.part.tsx')).RoomsSettings),
};
const icons = { tags: IconTag, share: IconUserPlus, settings: IconAdjustments } as const;
const works: readonly BulkWork[] = ['tags', 'share', 'settings'];

type Props = { rooms: readonly RoomItem[]; onDone: () => void };
/** What can be done with the chosen rooms of a list. */
export function RoomsBulk({ rooms, onDone }: Props) {
  const bulk = bulkText();
  const [open, setOpen] = useState<BulkWork | null>(null);
  const Shown = open === null ? null : dialogs[open];
  return (
    <>
      {rooms.some(({ rights }) => rights.edit) && (
        <LazyMenu
          position="top-start"
          button={(props) => (
            <Button variant="subtle" leftSection={<IconSettings size={16} stroke={1.75} />} {...props}>
              {bulk('bulk.change')}
            </Button>
          )}
        >
          {() =>
            works.map((work) => {
              const Icon = icons[work];
              return (
                <MenuItem key={work} leftSection={<Icon size={16} stroke={1.75} />} onClick={() => setOpen(work)}>
                  {bulk(`bulk.${work}.item`)}
                </MenuItem>
              );
            })
          }
        </LazyMenu>
      )}
      {rooms.some(({ rights }) => rights.delete) && <RemoveRooms ids={rooms.map(({ id }) => id)} onDone={onDone} />}
      {Shown !== null && (
        <Suspense>
          <Shown rooms={rooms} onClose={() => setOpen(null)} onDone={onDone} />
        </Suspense>
      )}
    </>
  );
}
