import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import english from '@atrium/engine/text/en-US.json' with { type: 'json' };

const engine = new URL('../../../../packages/engine/ui/', import.meta.url);

/** Texts of these files and of all that they import from the engine's screens. */
function sourcesOf(files: readonly string[]): Map<string, string> {
  const sources = new Map<string, string>();
  const todo = [...files];
  for (let file = todo.pop(); file !== undefined; file = todo.pop()) {
    if (sources.has(file)) continue;
    const source = readFileSync(new URL(file, engine), 'utf8');
    sources.set(file, source);
    for (const [, imported = ''] of source.matchAll(/^import (?!type).* from '#ui\/(.+\.tsx?)';$/gm)) todo.push(imported);
  }
  return sources;
}

test('the door comes with every section of words that its parts of the engine say', () => {
  const sections = new Set<string>();
  for (const source of sourcesOf(['green-room.tsx', 'record/recorded-note.tsx']).values())
    for (const [, section = ''] of source.matchAll(/'(\w+)\.\w+'/g)) if (Object.hasOwn(english, section)) sections.add(section);
  const hook = readFileSync(new URL('green-room-text.hook.ts', import.meta.url), 'utf8');
  const imported = /\?only=([\w.]+)&/.exec(hook)?.[1]?.split('.') ?? [];
  expect([...sections].toSorted()).toEqual(imported.toSorted());
});
