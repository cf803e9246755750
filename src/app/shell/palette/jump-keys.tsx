import { useNavigate } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useShortcut } from '#kit/ui/shortcut.ts';
import { navigationFor } from '#app/shell/navigation/navigation.ts';
import { usePage } from '#app/shell/page.tsx';

/** Screens that have a key of their own, for this person. */
export function useJumps() {
  const { user } = useAuth();
  const { rows } = usePage();
  return navigationFor(rows, user).flatMap((link) => (link.jump === undefined ? [] : [{ ...link, jump: link.jump }]));
}

/** `G` and a letter go to a screen; `/` goes to the search of the list. */
export function JumpKeys() {
  const jumps = useJumps();
  useShortcut('/', () => document.querySelector<HTMLInputElement>('[data-list-search]')?.focus());
  return jumps.map((jump) => <JumpKey key={jump.path} letter={jump.jump} to={jump.to} />);
}
function JumpKey({ letter, to }: { letter: string; to: string }) {
  const navigate = useNavigate();
  useShortcut(`g ${letter}`, () => void navigate(to));
  return null;
}
