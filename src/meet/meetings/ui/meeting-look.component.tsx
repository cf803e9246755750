import './engine-room.module.css';
import { GreenRoom } from '@atrium/engine/ui/green-room.tsx';
import { MeetingLogo, useLogo } from '@atrium/engine/ui/look/meeting-logo.tsx';
import { meetingIn } from '@atrium/engine/ui/meeting.factory.ts';
import type { MeetingControls } from '@atrium/engine/ui/meeting.ts';
import { RoomProvider } from '@atrium/engine/ui/room-context.tsx';
import { Room } from '@atrium/engine/ui/room.tsx';
import { enteredWith, member, source } from '@atrium/engine/ui/state.factory.ts';
import type { MeetingState } from '@atrium/engine/ui/state.ts';
import { roomOf } from '@atrium/engine/ui/synthetic-room.factory.ts';
import { WordsProvider } from '@atrium/engine/ui/words.tsx';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useReader } from '#kit/ui/text/reader.tsx';
import { expectNoViolations, type ComponentLook, mount } from '#app/proof/testing-components.tsx';
import { engineText } from './engine-text.hook.ts';

type Wishes = Parameters<typeof enteredWith>[0];
const picture = (fill: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="224" height="56"><rect width="224" height="56" rx="8" fill="${fill}"/></svg>`)}`;
const logo = { light: picture('#1d3557'), dark: picture('#a8dadc') };
const long =
  'Written exam in Mathematics 9b: cameras on, microphones muted, questions by hand signal only. The time ends at 11:00 sharp; you may leave when you are done. Results follow on Friday in the usual place, together with the dates of the second exam for everybody who was ill today.';

function Inside({ meeting, wishes }: { meeting: MeetingControls; wishes: Wishes }) {
  const { locale, dir } = useReader();
  const text = engineText();
  const loaded = useLogo(wishes.meeting?.logo ?? null);
  if (loaded === 'loading') return null;
  return (
    <WordsProvider text={text} locale={locale} dir={dir}>
      <RoomProvider meeting={meeting}>
        <Room mark={<MeetingLogo logo={loaded} />} />
      </RoomProvider>
    </WordsProvider>
  );
}

function Before() {
  const { locale, dir } = useReader();
  const text = engineText();
  const loaded = useLogo(logo);
  if (loaded === 'loading') return null;
  return (
    <GreenRoom
      text={text}
      locale={locale}
      dir={dir}
      title="Mathematics 9b"
      knownName="Ada"
      badge={<MeetingLogo logo={loaded} />}
      onJoin={() => undefined}
    />
  );
}

const look = (more: Partial<ComponentLook> = {}): ComponentLook => ({ locale: 'en-US', scheme: 'light', width: 1280, ...more });
async function open(
  wishes: Wishes,
  more: { state?: Partial<MeetingState>; look?: Partial<ComponentLook>; change?: Partial<MeetingControls> } = {},
) {
  const meeting = meetingIn({ ...roomOf(5), entered: enteredWith(wishes), ...more.state }, { want: vi.fn(), ...more.change });
  await mount(<Inside meeting={meeting} wishes={wishes} />, { look: look(more.look) });
  await vi.waitFor(() => expect(document.querySelector('[data-page=room]')).not.toBeNull());
  return meeting;
}
const shownLogos = () =>
  [...document.querySelectorAll<HTMLImageElement>('img[data-ground]')].filter((image) => image.checkVisibility());
const banner = () => page.getByRole('region', { name: 'Announcement' });
afterEach(() => localStorage.clear());

const sizes = { desktop: [1280, 800], portrait: [360, 740], landscape: [740, 360] } as const;
const looks = (['desktop', 'portrait', 'landscape'] as const).flatMap((size) =>
  (['light', 'dark'] as const).flatMap((scheme) => (['en-US', 'ar'] as const).map((locale) => [size, scheme, locale] as const)),
);
test.each(looks)(
  'banner and logo fit on %s, %s, in %s; on a phone on its side the logo would cover a face',
  async (size, scheme, locale) => {
    const [width, height] = sizes[size];
    await open(
      { meeting: { banner: { text: long, color: '#ffaa00' }, logo } },
      { look: { scheme, locale, width: width === 1280 ? 1280 : 360 } },
    );
    await page.viewport(width, height);
    const bar = document.querySelector('section[aria-label] > p[tabindex]')?.parentElement;
    if (!bar) throw new Error('there is no banner');
    const box = bar.getBoundingClientRect();
    expect(box.left).toBeGreaterThanOrEqual(0);
    expect(box.right).toBeLessThanOrEqual(width);
    expect(box.height).toBeLessThanOrEqual(height === 360 ? 60 : 80);
    expect(getComputedStyle(bar).color).toBe('rgb(0, 0, 0)');
    const grounds = () => shownLogos().map((image) => image.dataset['ground']);
    await expect.poll(grounds).toEqual(size === 'landscape' ? [] : [scheme]);
    await expectNoViolations();
  },
);

test('a closed banner gives its place to the faces', async () => {
  await open({ meeting: { banner: { text: 'Exam until 11:00', color: null } } });
  const stage = () => document.querySelector('[data-page=room] ul[aria-label]')?.getBoundingClientRect().top ?? 0;
  const before = stage();
  await userEvent.click(page.getByRole('button', { name: 'Close announcement' }));
  await expect.element(banner()).not.toBeInTheDocument();
  expect(stage()).toBeLessThan(before);
});

test('a logo that does not load leaves no hole', async () => {
  const missing = 'https://127.0.0.1:9/none.png';
  await open({ meeting: { logo: { light: missing, dark: missing } } });
  expect(shownLogos()).toEqual([]);
  expect(document.querySelector('[data-page=room] bdi')?.getBoundingClientRect().left).toBe(16);
});

test('the green room shows the logo over its heading', async () => {
  await mount(<Before />, { look: look() });
  await expect.poll(() => shownLogos().length).toBe(1);
  const heading = document.querySelector('h1')?.getBoundingClientRect().top ?? 0;
  expect(shownLogos()[0]?.getBoundingClientRect().bottom).toBeLessThanOrEqual(heading);
});

test('the layout of the meeting counts until the person chooses another', async () => {
  await open({ meeting: { layout: 'speaker' } });
  await userEvent.click(page.getByRole('button', { name: 'Speaker' }));
  await expect.element(page.getByRole('button', { name: 'Grid' })).toBeVisible();
  expect(localStorage.getItem('atrium.layout')).toBe('"grid"');
});

test('what the person chose before counts more than the layout of the meeting', async () => {
  localStorage.setItem('atrium.layout', '"grid"');
  await open({ meeting: { layout: 'speaker' } });
  await expect.element(page.getByRole('button', { name: 'Grid' })).toBeVisible();
});

test('a fixed layout counts more, and is not offered to change', async () => {
  localStorage.setItem('atrium.layout', '"grid"');
  await open({ person: { layout: { name: 'speaker', kind: 'fixed' } } });
  await expect.element(page.getByRole('button', { name: 'Grid' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Speaker' })).not.toBeInTheDocument();
  await userEvent.keyboard('g');
  const widths = () =>
    [...document.querySelectorAll('[data-page=room] figure')].map((tile) => tile.getBoundingClientRect().width);
  await vi.waitFor(() => expect(Math.max(...widths())).toBeGreaterThan(2 * Math.min(...widths())));
});

test('who is asked to unmute is not disturbed, and answers with one press', async () => {
  const toggle = vi.fn<MeetingControls['toggle']>(() => Promise.resolve());
  const meeting = await open({}, { change: { toggle } });
  const ask = () => meeting.store.dispatch({ t: 'server', message: { t: 'unmute-asked', by: 'p1' }, at: 0 });
  ask();
  const card = page.getByRole('alert');
  await expect.element(card.getByText('Jonas Weber 2 asks you to unmute')).toBeVisible();
  expect(document.activeElement).toBe(document.body);
  await expectNoViolations();
  await userEvent.click(card.getByRole('button', { name: 'Not now' }));
  await expect.element(card).not.toBeInTheDocument();
  expect(toggle).not.toHaveBeenCalled();
  ask();
  await userEvent.click(card.getByRole('button', { name: 'Unmute' }));
  expect(toggle.mock.calls).toEqual([['mic']]);
  await expect.element(card).not.toBeInTheDocument();
});

test.each([
  ['never', 'muted', null],
  ['asks', 'muted', 'Ask to unmute'],
  ['at-once', 'muted', 'Unmute'],
  ['at-once', 'none', 'Ask to unmute'],
] as const)('where the rule is %s and the microphone is %s, a host is offered: %s', async (unmute, mic, offered) => {
  const ask = vi.fn<MeetingControls['ask']>(() => Promise.resolve());
  const room = roomOf(2);
  const rights = room.rights.filter((right) => unmute !== 'never' || right !== 'unmute-others');
  const other = member('p0', { name: 'Bob', sources: mic === 'muted' ? [source('p0', 'mic', { muted: true })] : [] });
  await open(
    { meeting: { unmute } },
    {
      state: {
        ...room,
        rights,
        members: { ...room.members, p0: other },
        panel: 'people',
        entered: enteredWith({ meeting: { unmute } }),
      },
      change: { ask },
    },
  );
  await userEvent.click(page.getByRole('complementary').getByRole('button', { name: 'Actions for Bob' }));
  const item = page.getByRole('menuitem', { name: /unmute/i });
  if (offered === null) {
    await expect.element(item).not.toBeInTheDocument();
    return;
  }
  await userEvent.click(page.getByRole('menuitem', { name: offered, exact: true }));
  expect(ask.mock.calls).toEqual([[{ t: 'moderate', action: 'unmute', member: 'p0' }]]);
});
