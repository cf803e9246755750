/** The question about counting visits above a page: it covers nothing, and says nothing once it is answered. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoViolations, looks, mount } from '#app/proof/testing-components.tsx';
import { LoginFrame } from '#app/shell/frames/login-frame.tsx';
import { emptyConfig } from '#kit/client-config.ts';
import { ConfigProvider } from '#kit/ui/config.tsx';
import { consentGiven, consentScript } from '#kit/ui/consent.ts';
import { Consent } from './consent.tsx';

const root = document.documentElement;
const question = page.getByRole('region', { name: /.+/ });
/** What the document's head does before the page is painted. */
function runHeadScript() {
  root.removeAttribute('data-ask-consent');
  const script = document.createElement('script');
  script.textContent = consentScript;
  document.head.append(script);
  script.remove();
}
beforeEach(() => {
  localStorage.removeItem('atrium.consent');
  runHeadScript();
});
afterEach(() => localStorage.removeItem('atrium.consent'));

const mountPage = (look: (typeof looks)[number], over: 'page' | 'meeting' = 'page') =>
  mount(
    <ConfigProvider config={{ ...emptyConfig, tagManagerId: 'GTM-TEST1' }}>
      <Consent over={over} />
      <LoginFrame row={null}>
        <h1>Sign in</h1>
        {[...'ABCDEFGHI'].map((way) => (
          <p key={way} style={{ blockSize: 44 }}>
            <button type="button">{`Way ${way}`}</button>
          </p>
        ))}
      </LoginFrame>
    </ConfigProvider>,
    { look, landmarks: 'own' },
  );

test.each(looks)('nothing of the page lies below it: $locale $scheme $width', async (look) => {
  await mountPage(look);
  await page.viewport(look.width, look.width === 360 ? 740 : 720);
  await expect.element(question).toBeVisible();
  const own = question.element();
  const others = [...document.querySelectorAll<HTMLElement>('a, button, select')].filter((one) => !own.contains(one));
  const covered = others.filter((one) => {
    one.scrollIntoView({ block: 'nearest' });
    const { x, y, width, height } = one.getBoundingClientRect();
    return width > 0 && own.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect([others.length > 9, covered]).toEqual([true, []]);
  expect(own.getBoundingClientRect().height).toBeLessThan(look.width === 360 ? 200 : 64);
  await expectNoViolations();
});

test('an answer takes it away, and the next page is painted without it until a year has passed', async () => {
  await mountPage({ locale: 'en-US', scheme: 'light', width: 1280 });
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await expect.poll(() => question.elements()).toEqual([]);
  expect(consentGiven()).toBe('no');
  runHeadScript();
  expect(root.hasAttribute('data-ask-consent')).toBe(false);
  localStorage.setItem('atrium.consent', `yes|${Date.now() - 366 * 86_400_000}`);
  runHeadScript();
  expect([consentGiven(), root.hasAttribute('data-ask-consent')]).toEqual([null, true]);
});

test('in a meeting nobody is asked', async () => {
  await mountPage({ locale: 'en-US', scheme: 'light', width: 1280 }, 'meeting');
  await expect.element(page.getByRole('button', { name: 'Way I' })).toBeVisible();
  expect(question.elements()).toEqual([]);
});
