import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoViolations, looks, mount, now, onCall } from '#app/proof/testing-components.tsx';
import { inboundCalls, type InboundStatus } from '#core/inbound/inbound.contract.ts';
import { ignoredReasons } from '#core/inbound/inbound.rules.ts';
import { IncomingMail } from './incoming-mail.part.tsx';

const reasons: InboundStatus['last30Days']['reasons'] = ignoredReasons.map((reason, at) => ({ reason, count: 1_000 - at }));
const last30Days = { bounces: 12, unsubscribes: 3, ignored: 1_204, failed: 0, reasons };
const off: InboundStatus = {
  ...{ address: null, smtp: null, imap: null, lastMessageAt: null },
  last30Days: { bounces: 0, unsubscribes: 0, ignored: 0, failed: 0, reasons: [] },
};
const both: InboundStatus = {
  ...{ address: 'mail@replies.meet.example', smtp: { port: 25 }, lastMessageAt: now - 3_600_000, last30Days },
  imap: { host: 'imap.meet.example', lastReadAt: now - 60_000, lastError: null },
};
const show = (status: InboundStatus, look?: (typeof looks)[number]) =>
  mount(
    <Suspense>
      <IncomingMail />
    </Suspense>,
    { calls: [onCall(inboundCalls.status, () => status)], ...(look !== undefined && { look }) },
  );

test.each(looks)('how mail comes in: $locale $scheme $width', async (look) => {
  await show(both, look);
  await expect.element(page.getByText('mail@replies.meet.example')).toBeVisible();
  await expectNoViolations();
});

test('each reason for which mail was left out is counted', async () => {
  await show(both);
  await expect.element(page.getByText('Unknown sender: 994')).toBeVisible();
  await expect.element(page.getByText('Automatic reply: 991')).toBeVisible();
});

test('where it is off, the way to turn it on is named', async () => {
  await show(off);
  await expect.element(page.getByText('INBOUND_ADDRESS')).toBeVisible();
  await expectNoViolations();
});

test('a mailbox that cannot be read says why', async () => {
  const imap = { host: 'imap.meet.example', lastReadAt: null, lastError: 'AUTHENTICATIONFAILED' };
  await show({ ...both, smtp: null, imap });
  await expect.element(page.getByText('The mailbox could not be read: AUTHENTICATIONFAILED')).toBeVisible();
  await expectNoViolations();
});
