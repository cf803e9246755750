import { Button } from '@mantine/core';
import {
  IconAlertOctagon,
  IconArchive,
  IconDroplet,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { MenuDivider, MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import type { ServerItem } from '../server-views.contract.ts';
import { type ServerAct, mayAct, useServerActs } from './server-acts.hook.ts';
import { useServerName } from './blocks/server-name.hook.ts';
import { serversText } from './servers-text.hook.ts';
import s from './servers.module.css';

const icons = {
  check: IconRefresh,
  enable: IconPlayerPlay,
  drain: IconDroplet,
  disable: IconPlayerPause,
  retire: IconArchive,
  forget: IconTrash,
  panic: IconAlertOctagon,
} as const;
const quiet = ['check', 'disable'] as const;
const grave = ['retire', 'forget', 'panic'] as const;

export function ActIcon({ act, size = 16 }: { act: ServerAct; size?: number }) {
  const Icon = icons[act];
  return <Icon size={size} stroke={1.75} />;
}

/** The likeliest action as a word, the others in a menu. */
export function ServerMenu({ server }: { server: ServerItem }) {
  const say = serversText();
  const nameOf = useServerName();
  const navigate = useNavigate();
  const { run, busy, trouble } = useServerActs(server);
  const first: ServerAct | null = mayAct('drain', server) ? 'drain' : mayAct('enable', server) ? 'enable' : null;
  const item = (act: (typeof quiet)[number] | (typeof grave)[number]) => (
    <MenuItem
      key={act}
      leftSection={<ActIcon act={act} />}
      onClick={() => run(act)}
      {...(grave.some((one) => one === act) && { color: 'red' })}
    >
      {say(`action.${act}`)}
    </MenuItem>
  );
  return (
    <span className={s.acts}>
      {first !== null && (
        <Button
          size="xs"
          variant="subtle"
          className={s.wide ?? ''}
          loading={busy === first}
          leftSection={<ActIcon act={first} size={15} />}
          aria-label={say(first === 'drain' ? 'action.drainName' : 'action.enableName', { name: nameOf(server.name) })}
          onClick={() => run(first)}
        >
          {say(`action.${first}`)}
        </Button>
      )}
      <RowMenu label={say('action.moreFor', { name: nameOf(server.name) })}>
        {() => (
          <>
            {server.state !== 'retired' && (
              <MenuItem
                leftSection={<IconPencil size={16} stroke={1.75} />}
                onClick={() => void navigate(`/servers/edit-server/${server.id}`)}
              >
                {say('action.edit')}
              </MenuItem>
            )}
            {quiet.filter((act) => mayAct(act, server)).map(item)}
            {grave.some((act) => mayAct(act, server)) && <MenuDivider />}
            {grave.filter((act) => mayAct(act, server)).map(item)}
          </>
        )}
      </RowMenu>
      {trouble !== '' && (
        <span className={s.rowTrouble} role="alert">
          {trouble}
        </span>
      )}
    </span>
  );
}
