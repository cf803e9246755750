import { IconDeviceDesktop, IconLogout, IconSettings, IconUser } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Face } from '#kit/ui/bits.tsx';
import { LazyMenu } from '#kit/ui/overlay/lazy-menu.tsx';
import { MenuDivider, MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import s from './app-frame.module.css';
import { usePage } from '#app/shell/page.tsx';
import { shellText } from '#app/shell/shell-text.ts';

const entries = [
  { path: '/users/profile', to: '/users/profile', word: 'account.profile', icon: IconUser },
  { path: '/users/profile', to: '/users/profile#sessions', word: 'account.sessions', icon: IconDeviceDesktop },
  { path: '/settings', to: '/settings', word: 'account.settings', icon: IconSettings },
] as const;

export function AccountMenu() {
  const say = shellText();
  const { user, logout } = useAuth();
  const { rows } = usePage();
  const navigate = useNavigate();
  const there = entries.filter((e) => rows.some((row) => row.path === e.path));
  const name = user?.name ?? '';
  return (
    <LazyMenu
      button={(props) => (
        <button type="button" className={s.me} aria-label={say('account.menu', { name })} {...props}>
          <Face name={name} size={28} picture={user?.picture ?? null} />
        </button>
      )}
    >
      {() => (
        <>
          <div className={s.who}>
            <span className="strong small cut">{name}</span>
            <bdi className="tiny quiet cut">{user?.email}</bdi>
          </div>
          <MenuDivider />
          {there.map((e) => (
            <MenuItem key={e.word} leftSection={<e.icon size={16} stroke={1.75} />} onClick={() => void navigate(e.to)}>
              {say(e.word)}
            </MenuItem>
          ))}
          {there.length > 0 && <MenuDivider />}
          <MenuItem leftSection={<IconLogout size={16} stroke={1.75} className="turn" />} onClick={() => void logout()}>
            {say('account.logOut')}
          </MenuItem>
        </>
      )}
    </LazyMenu>
  );
}
