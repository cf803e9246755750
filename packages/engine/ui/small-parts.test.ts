import { describe, expect, test } from 'vitest';
import { troubleOf } from '#ui/media/devices.ts';
import { cssUrl, initialsOf, ownPicture, tintOf } from '#ui/face.ts';
import { isolating } from '#ui/isolate.ts';
import { actionOf, keyOf } from '#ui/keys.ts';
import { levelOf } from '#ui/media/level.ts';
import { choiceFrom } from '#ui/memory.ts';
import { clockOf } from '#ui/say-time.ts';
import { troubleWords } from '#ui/trouble-words.ts';
import { createViewer, stepHeight, VIEW_DEBOUNCE_MS } from '#ui/media/viewer.ts';

test('a picture is shown when it comes from the house of the page, and nothing is asked from elsewhere', () => {
  const page = 'https://meet.example/m?sessionToken=x';
  expect(ownPicture('https://meet.example/faces/ab.webp', page)).toBe('/faces/ab.webp');
  expect(ownPicture('/faces/ab.webp', page)).toBe('/faces/ab.webp');
  for (const elsewhere of [
    'https://evil.example/a.png',
    '//evil.example/a.png',
    'javascript:alert(1)',
    'data:image/png;base64,x',
    null,
  ])
    expect([elsewhere, ownPicture(elsewhere, page)]).toEqual([elsewhere, null]);
  expect(cssUrl('/faces/a"b) url(x.webp')).not.toMatch(/"[^"]*"[^)]/);
});

describe('keys', () => {
  const press = (key: string, more = {}) => actionOf({ ...plain, key, ...more }, { typing: 'free', letters: 'on' });
  const plain = { key: 'm', ctrlKey: false, metaKey: false, altKey: false, repeat: false, defaultPrevented: false };
  test('each letter means one action, small or capital', () => {
    expect(new Set(Object.values(keyOf)).size).toBe(Object.keys(keyOf).length);
    expect([press('m'), press('M'), press('h'), press('Escape'), press('x')]).toEqual(['mic', 'mic', 'hand', 'close', null]);
  });
  test('with a modifier, while held or while somebody types they mean nothing', () => {
    expect([press('c', { ctrlKey: true }), press('m', { metaKey: true }), press('m', { repeat: true })]).toEqual([
      null,
      null,
      null,
    ]);
    expect(actionOf(plain, { typing: 'typing', letters: 'on' })).toBeNull();
  });
  test('switched off, letters mean nothing and Escape still closes', () => {
    const off = { typing: 'free', letters: 'off' } as const;
    expect([actionOf(plain, off), actionOf({ ...plain, key: 'Escape' }, off)]).toEqual([null, 'close']);
  });
});

describe('devices', () => {
  test.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'none'],
    ['OverconstrainedError', 'none'],
    ['NotReadableError', 'busy'],
    ['Whatever', 'failed'],
  ])('%s is told as %s', (name, trouble) => {
    expect(troubleOf(Object.assign(new Error('x'), { name }))).toBe(trouble);
  });
  test('what is no error at all failed', () => {
    expect(troubleOf('x')).toBe('failed');
  });
  test('one cause for both is one sentence; otherwise the microphone comes first', () => {
    expect(troubleWords({ mic: 'denied', cam: 'denied' })?.title).toBe('trouble.bothDenied');
    expect(troubleWords({ mic: 'busy', cam: 'none' })?.title).toBe('trouble.micBusy');
    expect(troubleWords({ mic: null, cam: 'none' })?.title).toBe('trouble.camNone');
    expect(troubleWords({ mic: null, cam: null })).toBeNull();
  });
  test('a stored choice that is broken falls back to the plain one', () => {
    for (const raw of [null, 7, 'x', [], { micOn: 'yes', camId: 5 }])
      expect(choiceFrom(raw)).toMatchObject({ micId: null, camId: null, micOn: true, camOn: true, listenOnly: false });
    expect(choiceFrom({ micId: 'a', camOn: false })).toMatchObject({ micId: 'a', camOn: false });
  });
});

describe('level', () => {
  test('silence is nothing, a full tone is everything, and louder is never less', () => {
    const tone = (volume: number) => levelOf(Float32Array.from({ length: 512 }, (_, i) => volume * Math.sin(i / 5)));
    expect(levelOf(new Float32Array(512))).toBe(0);
    expect(tone(1)).toBe(1);
    const steps = [0.001, 0.01, 0.05, 0.1, 0.3].map(tone);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
  });
});

describe('faces and times', () => {
  test.each([
    ['Jonas Weber', 'JW'],
    ['maya', 'M'],
    ['  Ana  María  López ', 'AM'],
    ['يوسف حداد', 'ي'],
    ['الحسن', 'ح'],
    ['山田太郎', '山'],
    ['नेहा शर्मा', 'ने'],
    ['', ''],
    ['👩‍🏫 Frau Kim', '👩‍🏫F'],
  ])('%s is drawn as %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
  test('a name keeps its colour', () => {
    expect(tintOf('Jonas Weber')).toBe(tintOf('Jonas Weber'));
    expect(tintOf('')).toMatch(/^#[0-9a-f]{6}$/);
  });
  test.each([
    [0, '0:00'],
    [-5, '0:00'],
    [38_000, '0:38'],
    [1_450_000, '24:10'],
    [3_600_000, '1:00:00'],
    [36_061_000, '10:01:01'],
  ])('%i ms are %s', (ms, said) => {
    expect(clockOf(ms)).toBe(said);
  });
});

describe('what is drawn', () => {
  test('heights go in steps, so that resizing does not ask at each pixel', () => {
    expect([stepHeight(0), stepHeight(1), stepHeight(90), stepHeight(91), stepHeight(99_999)]).toEqual([0, 90, 90, 180, 4320]);
  });
  test('many changes are told once, the same again not at all, after a lost seat anew', () => {
    const told: unknown[] = [];
    const timers: { ms: number; done: () => void; live: boolean }[] = [];
    const viewer = createViewer({
      request: (message) => Promise.resolve(void told.push(message)).then(() => 'ok' as const),
      later: (ms, done) => {
        const timer = { ms, done, live: true };
        timers.push(timer);
        return () => void Object.assign(timer, { live: false });
      },
    });
    const run = () => timers.splice(0).forEach((t) => t.live && t.done());
    viewer.want([{ source: 'a:cam', height: 100 }]);
    viewer.want([{ source: 'b:cam', height: 200 }]);
    expect(timers.map((t) => t.ms)).toEqual([VIEW_DEBOUNCE_MS, VIEW_DEBOUNCE_MS]);
    run();
    expect(told).toEqual([{ t: 'view', wants: [{ source: 'b:cam', height: 270 }] }]);
    viewer.want([{ source: 'b:cam', height: 201 }]);
    run();
    expect(told.length).toBe(1);
    viewer.again();
    run();
    expect(told.length).toBe(2);
  });
});

describe('names in sentences', () => {
  const says = (dir: 'ltr' | 'rtl') => isolating((_key, values) => `${values?.['name']} ${values?.['count'] ?? ''}`, dir);
  test('are isolated where two directions can mix, and only there', () => {
    expect(says('ltr')('live.joined', { name: 'Ana' })).toBe('Ana ');
    expect(says('ltr')('live.joined', { name: 'سارة' })).toBe('\u2068سارة\u2069 ');
    expect(says('rtl')('live.joined', { name: 'Ana', count: 2 })).toBe('\u2068Ana\u2069 2');
  });
});
