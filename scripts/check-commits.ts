import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from './tool.ts';

const types = 'feat|fix|perf|refactor|test|docs|build|ci|chore|revert';
const shape = new RegExp(`^(${types})\\(([a-z0-9-]+)\\)!?: ([a-z][\\w-]*) \\S`);
const longest = 100;
/** Forms that tell what was done. Some verbs end like them. */
const told = /(?:[^s]s|ed|ing)$/;
const verbs = /^(?:bring|embed|exceed|feed|need|proceed|seed|shed|shred|sing|speed|spring|bias|alias|canvas|focus)$/;

/** Titles say what a commit does to which area, from the commit named in the file on. Without that part of the history nothing can be said. */
export async function checkCommits(root: string): Promise<string[]> {
  const since = readFileSync(join(root, 'scripts/commits-since.txt'), 'utf8').trim();
  const { code, result } = await runTool('git', ['log', '--no-merges', '--format=%h %s', `${since}..HEAD`], { root });
  if (code !== 0) return [];
  return result
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const [sha = '', title = ''] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)];
      return problemsOf(title).map((problem) => `${sha} "${title}" ${problem}`);
    });
}

function problemsOf(title: string): string[] {
  const [, , , verb] = shape.exec(title) ?? [];
  if (verb === undefined) return ['is not of the form "fix(meetings): keep the lobby open"'];
  return [
    ...(told.test(verb) && !verbs.test(verb) ? [`begins with "${verb}": use the imperative, as in "keep" or "add"`] : []),
    ...(title.length > longest ? [`is longer than ${longest} characters`] : []),
  ];
}
