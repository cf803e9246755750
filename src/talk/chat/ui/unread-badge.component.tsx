import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoViolations, mount, onCall } from '#app/proof/testing-components.tsx';
import { chatCalls } from '../chat.contract.ts';
import { Badge } from './blocks/unread-badge.part.tsx';

test.each([
  { locale: 'en-US', unread: 1, words: '1 unread conversation' },
  { locale: 'en-US', unread: 120, words: '120 unread conversations' },
  { locale: 'ar', unread: 2, words: 'محادثتان غير مقروءتين' },
  { locale: 'ja', unread: 2, words: '未読の会話 2 件' },
] as const)('$locale: $unread are read out as "$words"', async ({ locale, unread, words }) => {
  const look = { locale, scheme: 'light', width: 1280 } as const;
  await mount(<Badge className="" />, { look, calls: [onCall(chatCalls.unread, () => ({ unread, mentions: 0 }))] });
  await expect.element(page.getByText(words)).toBeInTheDocument();
  expect(document.querySelector('[aria-hidden="true"]')?.textContent).toBe(unread > 99 ? '99+' : `${unread}`);
  await expectNoViolations();
});
