import { useEffect, useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { mayOpen } from '#app/shell/navigation/navigation.ts';
import { usePage, useSlots } from '#app/shell/page.tsx';
import { shellText } from '#app/shell/shell-text.ts';
import type { OwnLine } from './palette-lines.ts';
import { titleOf } from '#app/shell/routing/titles.ts';

type PaletteJump = { path: string; jump: string };
/** Pages on which something new is made: what one does, not where one goes. */
const isAction = (path: string) => /\/(?:add-[a-zA-Z]+|new|newedit)$/.test(path);

/** Every screen that has a title, needs no id and is open to this person. */
export function useScreens(jumps: readonly PaletteJump[]): OwnLine[] {
  const { rows } = usePage();
  const { user } = useAuth();
  const { texts } = useReader();
  const say = shellText();
  const lines = rows.flatMap((row): OwnLine[] => {
    const to = row.path.replace(/\/\{\w+\?\}$/, '');
    const name = titleOf(row, texts);
    if (name === null || to.includes('{') || row.layout === 'login' || !mayOpen(row, user)) return [];
    const jump = jumps.find((one) => one.path === row.path);
    const also = say.maybe(`palette.also.${row.name}`);
    return [
      {
        ...{ id: row.name, kind: isAction(to) ? 'action' : 'screen', name, to },
        keys: jump === undefined ? [] : ['G', jump.jump.toUpperCase()],
        ...(also !== null && { also }),
      },
    ];
  });
  // a screen of one thing shows the list to choose from when no id is given, under the list's own name
  return lines.filter((line, at) => lines.findIndex((one) => one.name === line.name) === at);
}

/** Tabs of the settings with the words on them; they come after the first key. */
export function useSettingLines(): OwnLine[] {
  const { settings } = useSlots();
  const { user } = useAuth();
  const reader = useReader();
  const [lines, setLines] = useState<OwnLine[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening has its own person and language
  useEffect(() => {
    let current = true;
    void settings?.({ user, reader }).then(
      (found) =>
        current && setLines(found.map((one) => ({ ...one, kind: 'setting' as const, keys: [], shown: 'searched' as const }))),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, []);
  return lines;
}
