import { IconSettings } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { LazyMenu } from '#kit/ui/overlay/lazy-menu.tsx';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { chatText } from './chat-text.hook.ts';
import { presenceApi, usePresence } from './presence.hook.ts';

type ChatSettingsProps = { conversation: string | null; onPolicy: (() => void) | null };
/** Whether others see me, and for those who may set it the policy of the account. */
export function ChatSettings({ conversation, onPolicy }: ChatSettingsProps) {
  const say = chatText();
  const { presence } = useApi(presenceApi);
  const queries = useQueryClient();
  const { visible } = usePresence(conversation);
  const toggle = () =>
    void presence
      .set({ body: { visible: !visible } })
      .finally(() => queries.invalidateQueries({ queryKey: ['chat', 'presence.list'] }));
  return (
    <LazyMenu
      button={(props) => (
        <IconButton aria-label={say('settings.title')} {...props}>
          <IconSettings size={18} stroke={1.75} />
        </IconButton>
      )}
    >
      {() => (
        <>
          <MenuItem role="menuitemcheckbox" aria-checked={visible} onClick={toggle}>
            {say('settings.visible')}
          </MenuItem>
          {onPolicy !== null && <MenuItem onClick={onPolicy}>{say('policy.title')}</MenuItem>}
        </>
      )}
    </LazyMenu>
  );
}
