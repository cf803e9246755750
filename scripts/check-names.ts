import { filesBelow } from './sources.ts';

const drawers = /^(index|utils?|helpers?|common|misc|shared)$/;
const word = '[a-z0-9]+(-[a-z0-9]+)*';
const kinds = {
  root: ['domain', 'contract', 'rules'],
  server: ['table', 'sql', 'queries', 'service', 'routes', 'jobs', 'events', 'mail', 'http', 'search', 'sample', 'factory'],
  ui: ['screen', 'part', 'hook', 'component'],
};

/** Every file's name says what it is: `subject.kind.ts` in domains (a closed list, per place), plain words elsewhere, no drawers. */
export function checkNames(root: string, domains: readonly string[]): string[] {
  const files = ['src', 'packages'].flatMap((folder) => filesBelow(root, folder));
  const inDrawers = files
    .filter((path) =>
      path
        .split('/')
        .slice(1)
        .some((part) => drawers.test(part.split('.')[0] ?? '')),
    )
    .map((path) => `${path} is a drawer: name the file by its subject`);
  const wings = new Set(domains.map((domain) => domain.split('/')[0]));
  const inWings = files.filter((path) => wings.has(path.split('/')[1] ?? '') && path.startsWith('src/'));
  return [...inDrawers, ...inWings.flatMap((path) => nameProblem(path))];
}

const textFile = /^[a-z]{2}(-[A-Z]{2})?\.json$/;

function nameProblem(path: string): string[] {
  const [, , , ...rest] = path.split('/');
  const place = rest.length === 1 ? 'root' : rest[0];
  const name = rest.at(-1) ?? '';
  if (place === 'text') return rest.length === 2 && textFile.test(name) ? [] : [`${path} is not a text file such as de.json`];
  if (place !== 'root' && place !== 'server' && place !== 'ui')
    return [`${path} stands in no place of a domain (its root, server, ui or text)`];
  // what screens of other domains say of this one travels without the rest of its words
  if (place === 'ui' && rest.at(-2) === 'text' && textFile.test(name)) return [];
  const allowed = kinds[place].join('|');
  const code = new RegExp(`^${word}\\.(${allowed})\\.tsx?$`);
  const test = new RegExp(`^${word}(\\.(${allowed}))?\\.test\\.tsx?$`);
  const style = new RegExp(`^${word}(\\.(${allowed}))?(\\.module)?\\.css$`);
  const page = new RegExp(`^${word}\\.typ$`);
  if (code.test(name) || test.test(name) || (place === 'ui' && style.test(name))) return [];
  // layouts of documents are Typst files
  if (place === 'server' && page.test(name)) return [];
  // what a story comes to, written down by its test
  if (place === 'server' && path.includes('/golden/') && name.endsWith('.txt')) return [];
  // pictures and films of the sample data
  if (place === 'server' && path.includes('/sample/') && /\.(jpg|webm)$/.test(name)) return [];
  return [`${path} has no kind: subject.kind.ts with one of ${kinds[place].join(', ')}`];
}
