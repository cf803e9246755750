import { useEffect, useState } from 'react';

/** Where this site is, as the browser reached it; empty until the page stands. */
export function useSiteOrigin(): string {
  const [origin, setOrigin] = useState('');
  useEffect(() => setOrigin(window.location.origin), []);
  return origin;
}
