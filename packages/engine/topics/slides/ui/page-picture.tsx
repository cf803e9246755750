import { useEffect, useState } from 'react';

const AGAIN_MS = 2000;

/** Asked for again while the connection is lost. The words of the page stand beside it, so it has none of its own. */
export function PagePicture({ src, loading }: { src: string; loading?: 'lazy' }) {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<'well' | 'broken'>('well');
  useEffect(() => {
    if (state === 'well') return;
    const timer = setTimeout(() => {
      setAttempt((before) => before + 1);
      setState('well');
    }, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <img
      key={attempt}
      src={src}
      alt=""
      loading={loading}
      decoding="async"
      draggable={false}
      hidden={state === 'broken'}
      onError={() => setState('broken')}
    />
  );
}
