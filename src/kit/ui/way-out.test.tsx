import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Failure } from '#kit/errors.ts';

/** Loaded again with keys for texts: files of a worker share their modules, and others have the real texts in theirs. */
async function load() {
  vi.resetModules();
  vi.doMock('./text/kit-text.ts', () => ({
    kitText: () => Object.assign((key: string) => key, { maybe: (key: string) => key }),
  }));
  const { Failure: Refusal } = await import('#kit/errors.ts');
  const { Banner } = await import('./feedback.tsx');
  const { useFailureText } = await import('./form/failure-text.ts');
  const { WaysOutProvider } = await import('./way-out.tsx');
  return { Refusal, Banner, useFailureText, WaysOutProvider };
}
let parts: Awaited<ReturnType<typeof load>>;
beforeAll(async () => {
  parts = await load();
});
afterAll(() => {
  vi.doUnmock('./text/kit-text.ts');
  vi.resetModules();
});

function Refused({ error }: { error: Failure }) {
  const failureText = parts.useFailureText();
  return <parts.Banner hue="red">{failureText(error)}</parts.Banner>;
}
const shown = (data: Failure['data'], code = 'limit_reached') =>
  renderToString(
    <MemoryRouter>
      <parts.WaysOutProvider>
        <Refused error={new parts.Refusal(code, { data })} />
      </parts.WaysOutProvider>
    </MemoryRouter>,
  );

test.each([
  ['/purchase-plan', 'wayOut.plans'],
  ['/my-subscriptions', 'wayOut.plan'],
  ['/invoices', 'wayOut.invoices'],
])('a refusal of a limit leads to %s', (link, word) => {
  const html = shown({ text: 'Rooms: 1 of 1 are in use.', link });
  expect(html).toContain('Rooms: 1 of 1 are in use.');
  expect(html).toMatch(new RegExp(`<a [^>]*href="${link}"[^>]*>${word}</a>`));
});

test('who may not buy, and every other failure, gets words without a link', () => {
  expect(shown({ text: 'Ask an owner.', link: null })).toContain('Ask an owner.');
  expect(shown({ text: 'Ask an owner.', link: null })).not.toContain('<a ');
  expect(shown({ text: 'x', link: '/purchase-plan' }, 'not_found')).not.toContain('<a ');
});
