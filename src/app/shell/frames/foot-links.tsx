import { useConfig } from '#kit/ui/config.tsx';
import { Link } from '#kit/ui/link.tsx';
import { usePage } from '#app/shell/page.tsx';
import { shellText } from '#app/shell/shell-text.ts';

const pages = [
  { path: '/privacy', word: 'foot.privacy' },
  { path: '/terms', word: 'foot.terms' },
  { path: '/imprint', word: 'foot.imprint' },
  { path: '/cookies', word: 'foot.cookies' },
] as const;

/** The legal pages that exist. */
export function FootLinks({ className }: { className: string }) {
  const say = shellText();
  const { rows } = usePage();
  const { legal } = useConfig();
  const isPublished = (path: string) => path === '/cookies' || legal.includes(path.slice(1));
  const there = pages.filter((page) => isPublished(page.path) && rows.some((row) => row.path === page.path));
  return (
    <nav aria-label={say('foot.legal')} className={className}>
      {there.map((page) => (
        <Link key={page.path} to={page.path}>
          {say(page.word)}
        </Link>
      ))}
    </nav>
  );
}
