/**
 * How the build draws the icons of the package: the `svg` is an element, its lines are text inside it. A page has a hundred lines in
 * forty icons, and as elements they took the server a third of the time of its frame. The markup is the same.
 */
import { createElement, type ReactNode, type SVGProps } from 'react';

type Line = readonly [tag: string, attributes: Readonly<Record<string, string>>];
type Props = Omit<SVGProps<SVGSVGElement>, 'stroke'> & { size?: number | string; stroke?: number | string };

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => escapes[c] ?? c);

function drawn([tag, attributes]: Line): string {
  const parts = Object.entries(attributes).flatMap(([name, value]) => (name === 'key' ? [] : [` ${name}="${escaped(value)}"`]));
  return `<${tag}${parts.join('')}></${tag}>`;
}

const shapes = {
  outline: (color: string, stroke: number | string) => ({
    fill: 'none',
    stroke: color,
    strokeWidth: stroke,
    strokeLinecap: 'round' as const,
    strokeLinejoin: 'round' as const,
  }),
  filled: (color: string) => ({ fill: color, stroke: 'none' }),
};

type Given = [type: keyof typeof shapes, name: string, pascal: string, lines: readonly Line[]];
/** Makes an icon; the build calls it where an icon's module calls the package's own maker, which takes the same. */
export function iconOf(...[type, name, , lines]: Given) {
  const html = lines.map(drawn).join('');
  const inside = { __html: html };
  const own = `tabler-icon tabler-icon-${name}`;
  return function Icon({
    color = 'currentColor',
    size = 24,
    stroke = 2,
    title,
    className,
    ...rest
  }: Props & { title?: string }): ReactNode {
    return createElement('svg', {
      xmlns: 'http://www.w3.org/2000/svg',
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      ...shapes[type](color, stroke),
      className: className === undefined || className === '' ? own : `${own} ${className}`,
      ...rest,
      // the package's own drawing, and a title that was escaped
      dangerouslySetInnerHTML:
        title === undefined || title === '' ? inside : { __html: `<title>${escaped(title)}</title>${html}` },
    });
  };
}
