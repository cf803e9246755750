import { pageFacts } from '#kit/facts.ts';

/** Shown when even the error page fails: no texts, no theme, no router, so that nothing of it can fail again. */
export function LastResort() {
  return (
    <main style={{ padding: '64px 24px', textAlign: 'center', fontFamily: 'system-ui, sans-serif' }}>
      <h1 style={{ fontSize: 20, marginBlockEnd: 16 }}>{pageFacts.lastResort}</h1>
      <a href="/" style={{ textDecoration: 'underline' }}>
        Home
      </a>
    </main>
  );
}
