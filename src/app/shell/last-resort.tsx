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
/** The same as a document, for a server that could not render at all. */
export const lastResortHtml = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Atrium</title></head><body style="font-family:system-ui,sans-serif;padding:64px 24px;text-align:center"><h1 style="font-size:20px">${pageFacts.lastResort}</h1><p><a href="/">Home</a></p></body></html>`;
