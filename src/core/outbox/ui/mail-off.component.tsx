import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoViolations, looks, mount, onCall } from '#app/proof/testing-components.tsx';
import { sampleOf } from '#kit/sample.factory.ts';
import { type SenderView, outboxCalls } from '../outbox.contract.ts';
import { MailOff } from './blocks/mail-off.part.tsx';

const operator = { scope: ['platform.manage'] };
const sender = (mailServer: SenderView['mailServer']) =>
  onCall(outboxCalls.sender, () => sampleOf(outboxCalls.sender.result, { mailServer }));
const heading = <h1>Page</h1>;

test.each(looks)(
  'without a mail server the operator sees a warning with a link to the settings: $locale $scheme $width',
  async (look) => {
    await mount(
      <>
        {heading}
        <MailOff />
      </>,
      { calls: [sender('none')], user: operator, look },
    );
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(page.getByRole('alert').getByRole('link')).toHaveAttribute('href', '/settings?tab=mail');
    await expectNoViolations();
  },
);

test('with one there is nothing to tell', async () => {
  let asked = 0;
  const set = onCall(outboxCalls.sender, () => {
    asked += 1;
    return sampleOf(outboxCalls.sender.result, { mailServer: 'set' });
  });
  await mount(<MailOff />, { calls: [set], user: operator });
  await expect.poll(() => asked).toBe(1);
  expect(page.getByRole('alert').elements()).toEqual([]);
});

test('customers see no warning, and their page sends no request for it', async () => {
  await mount(
    <>
      {heading}
      <MailOff />
    </>,
    { calls: [sender('none')], user: { scope: ['iam.manage'] } },
  );
  await expect.element(page.getByRole('heading')).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
});
