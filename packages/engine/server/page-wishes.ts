import type { CreateRequest } from '@atrium/bbb/create-request';
import type { JoinRequest } from '@atrium/bbb/join-request';
import { layoutNamed } from '#protocol/page-wishes.ts';
import type { MeetingPageWishes, PersonPageWishes } from '#protocol/page-wishes.ts';
import type { Engine } from '#server/model.ts';

/** A banner is one sentence, not a page; longer ones would push the faces out of a phone. */
const BANNER_LENGTH = 500;
const TITLE_LENGTH = 128;

/** Takes the names of parameters whose values make no sense. */
export type NoteBadValue = (name: string) => void;

export const badValueLog =
  ({ log }: Pick<Engine, 'log'>, call: 'create' | 'join'): NoteBadValue =>
  (name) =>
    log('warn', 'a parameter was left out: its value makes no sense', { call, parameter: name });

/** What `create` says of everybody's page. A value that makes no sense is left out: it never stops a meeting. */
export function meetingPageWishes(request: CreateRequest, bad: NoteBadValue): MeetingPageWishes {
  const { allowModsToUnmuteUsers, requireUserConsentBeforeUnmuting, bannerText } = request;
  const light = pictureAddress(request, 'logo', bad);
  const dark = pictureAddress(request, 'darklogo', bad);
  const logo = light ?? dark;
  const color = bannerColor(request.bannerColor, bad);
  return {
    banner: bannerText === '' ? null : { text: [...bannerText].slice(0, BANNER_LENGTH).join(''), color },
    logo: logo === null ? null : { light: logo, dark: dark ?? logo },
    layout: readLayout('meetingLayout', request.meetingLayout, bad),
    unmute: !allowModsToUnmuteUsers ? 'never' : requireUserConsentBeforeUnmuting ? 'asks' : 'at-once',
    pinsMost: request.maxPinnedCameras,
  };
}

/** Only https: a page without a mixed-content warning shows no other, and the page's own policy allows none. */
function pictureAddress(request: CreateRequest, name: 'logo' | 'darklogo', bad: NoteBadValue): string | null {
  const text = request[name];
  const address = text.length > 2048 ? null : URL.parse(text);
  if (address?.protocol === 'https:') return address.href;
  if (text !== '') bad(name);
  return null;
}

function bannerColor(text: string, bad: NoteBadValue): string | null {
  const digits = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(text)?.[1]?.toLowerCase();
  if (digits === undefined && text !== '') bad('bannerColor');
  if (digits === undefined) return null;
  return `#${digits.length === 6 ? digits : digits.replace(/./g, '$&$&')}`;
}

function readLayout(name: string, value: string, bad: NoteBadValue) {
  const layout = value === '' ? null : layoutNamed(value);
  if (layout === undefined) bad(name);
  return layout ?? null;
}

/** What `join` says of this person's page; BBB reads the wishes of `userdata-bbb_*` in its page, and takes `1` for true there. */
export function personPageWishes(request: JoinRequest, bad: NoteBadValue): PersonPageWishes {
  const wish = (name: string) => flagWish(request, name, bad);
  const listensOnly = wish('bbb_force_listen_only') === true;
  const speaks = !listensOnly && wish('bbb_auto_join_audio') !== false;
  const noChoice = !speaks || wish('bbb_listen_only_mode') === false;
  const camera = wish('bbb_auto_share_webcam');
  const unseen = camera !== true || wish('bbb_skip_video_preview') === true;
  const unheard = (name: string) => !speaks || (noChoice && wish(name) === true);
  const skips = unseen && unheard('bbb_skip_check_audio');
  const skipsAtFirst = unseen && unheard('bbb_skip_check_audio_on_first_join');
  return {
    layout: personLayout(request, bad),
    mic: !speaks ? 'off' : noChoice ? 'on' : null,
    // without a green room nobody sees that the camera is about to open
    cam: camera === undefined ? (skips || skipsAtFirst ? 'off' : null) : camera ? 'on' : 'off',
    greenRoom: skips ? 'skipped' : skipsAtFirst ? 'at-first' : 'shown',
    listensOnly,
    ownPicture: wish('bbb_mirror_own_webcam') === false ? 'as-seen' : 'mirrored',
    title: titleWish(request),
  };
}

function flagWish({ userdata }: JoinRequest, name: string, bad: NoteBadValue): boolean | undefined {
  const value = (userdata.get(name) ?? '').trim().toLowerCase();
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  if (value !== '') bad(`userdata-${name}`);
  return undefined;
}

function personLayout(request: JoinRequest, bad: NoteBadValue): PersonPageWishes['layout'] {
  const fixed = readLayout('enforceLayout', request.enforceLayout, bad);
  if (fixed !== null) return { name: fixed, kind: 'fixed' };
  const { userdata, defaultLayout } = request;
  const first = readLayout('defaultLayout', defaultLayout || (userdata.get('bbb_default_layout') ?? ''), bad);
  return first === null ? null : { name: first, kind: 'first' };
}

function titleWish({ sessionName, userdata }: JoinRequest): string {
  const title = sessionName || (userdata.get('bbb_client_title') ?? '').replace(/\p{Cc}/gu, '').trim();
  return [...title].slice(0, TITLE_LENGTH).join('');
}
