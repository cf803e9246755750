import { textOf } from '#kit/ui/text/text-of.ts';
import some from '../../text/en-US.json?only=builtIn&part.json';
import { builtInNumber } from '../../servers.rules.ts';

type EnglishTexts = typeof import('../../text/en-US.json', { with: { type: 'json' }});
const english: Pick<EnglishTexts, 'builtIn'> = some;
const builtInText = textOf('servers', english);

/** A server's name as people read it: our own engines have one that everybody understands. */
export function useServerName(): (name: string) => string {
  const say = builtInText();
  return (name) => {
    const number = builtInNumber(name);
    if (number === null) return name;
    return number === 1 ? say('builtIn.one') : say('builtIn.nth', { number });
  };
}
