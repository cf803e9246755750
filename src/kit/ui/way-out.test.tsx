import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { Banner } from './feedback.tsx';
import { useFailureText } from './failure-text.ts';
import { WaysOutProvider } from './way-out.tsx';

vi.mock('./text/kit-text.ts', () => ({ kitText: () => Object.assign((key: string) => key, { maybe: (key: string) => key }) }));

function Refused({ error }: { error: Failure }) {
  const failureText = useFailureText();
  return <Banner hue="red">{failureText(error)}</Banner>;
}
const shown = (data: Failure['data'], code = 'limit_reached') =>
  renderToString(
    <MemoryRouter>
      <WaysOutProvider>
        <Refused error={new Failure(code, { data })} />
      </WaysOutProvider>
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
