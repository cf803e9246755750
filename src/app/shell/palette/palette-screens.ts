import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { mayOpen } from '#app/shell/navigation/navigation.ts';
import { usePage } from '#app/shell/page.tsx';
import type { Line } from './palette-lines.ts';
import { titleOf } from '#app/shell/routing/titles.ts';

type Jump = { path: string; jump: string };
/** Every screen that has a title, needs no id and is open to this person. */
export function useScreens(jumps: readonly Jump[]): Line[] {
  const { rows } = usePage();
  const { user } = useAuth();
  const { texts } = useReader();
  const lines = rows.flatMap((row) => {
    const to = row.path.replace(/\/\{\w+\?\}$/, '');
    const name = titleOf(row, texts);
    if (name === null || to.includes('{') || row.layout === 'login' || !mayOpen(row, user)) return [];
    const jump = jumps.find((one) => one.path === row.path);
    return [{ id: row.name, kind: 'screen' as const, name, to, keys: jump === undefined ? [] : ['G', jump.jump.toUpperCase()] }];
  });
  // a screen of one thing shows the list to choose from when no id is given, under the list's own name
  return lines.filter((line, at) => lines.findIndex((one) => one.name === line.name) === at);
}
