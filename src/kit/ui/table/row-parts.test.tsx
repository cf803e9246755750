import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MenuDivider, MenuItem, MenuLabel } from '#kit/ui/overlay/menu-parts.tsx';
import { RowMenu } from './row-menu.tsx';
import { PickBox, RowButton } from './row-parts.tsx';

const nothing = () => undefined;

test('a menu that nobody opened is one button that says so, and its content is not made', () => {
  const html = renderToString(
    <RowMenu label="More for Physics">
      {() => {
        throw new Error('made too early');
      }}
    </RowMenu>,
  );
  expect(html).toMatch(/^<button [^>]*aria-label="More for Physics"[^>]* aria-haspopup="menu" aria-expanded="false">/);
});

test('a box to pick a row is a plain checkbox with a name', () => {
  const html = renderToString(<PickBox label="Select Physics" picked="all" onToggle={nothing} />);
  expect(html).toMatch(/^<input type="checkbox"[^>]* aria-label="Select Physics" checked=""\/>$/);
});

test('the button of a row that is busy can be focused, and says that it is busy', () => {
  const html = renderToString(
    <RowButton look="quiet" label="Start: Physics" sign="play" state="busy" onPress={nothing}>
      Start
    </RowButton>,
  );
  expect(html).toContain('aria-busy="true" aria-disabled="true"');
  expect(html).not.toContain(' disabled=');
});

test('the parts of a menu are nothing outside of one', () => {
  const html = renderToString(
    <>
      <MenuItem>Edit</MenuItem>
      <MenuLabel>Rooms</MenuLabel>
      <MenuDivider />
    </>,
  );
  expect(html).toBe('');
});

test('the code of menus and of what floats is loaded on demand: no other file brings it into a page', () => {
  const folder = path.resolve(import.meta.dirname, '../../..');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const bringing = files.filter((file) =>
    /import \{[^}]*\b(?:Menu|Popover)\b[^}]*\} from '@mantine\/core'/.test(readFileSync(path.join(folder, file), 'utf8')),
  );
  expect(bringing.toSorted()).toEqual([
    'app/shell/frames/bell-list.tsx',
    'kit/ui/message-field/emoji-picker.tsx',
    'kit/ui/overlay/menu-body.tsx',
  ]);
});
