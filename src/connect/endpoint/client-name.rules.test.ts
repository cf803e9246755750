import { expect, test } from 'vitest';
import { clientNameOf } from './client-name.rules.ts';

const named = (agent: string, origin = '', traces: string[] = []) => clientNameOf({ agent, origin, traces });

test('a program is known by the name that it gives itself', () => {
  expect(named('Mozilla/5.0 (compatible; MoodleBot/4.5; +https://moodle.example)')).toBe('moodle');
  expect(named('WordPress/6.7; https://site.example')).toBe('wordpress');
  expect(named('Ruby', 'Greenlight')).toBe('greenlight');
  expect(named('', 'Nextcloud')).toBe('nextcloud');
});

test('a program that gives no name is known by what its create carries', () => {
  expect(named('', 'Cloud of the school', ['room', 'https://cloud.example/index.php/apps/bbb/b/x'])).toBe('nextcloud');
  expect(named('', '', ['x', 'https://ilias.example/goto.php?target=xmvc_70'])).toBe('ilias');
  expect(named('', '', ['x', 'https://ilias.example/ilias.php?baseClass=x'])).toBe('ilias');
  expect(named('node', '', ['x', '', 'rocket.chat.attendee'])).toBe('rocketchat');
  expect(named('Ruby', '', ['instructure_web_conference_abc'])).toBe('canvas');
});

test('without name and trace it is the kind of thing that called', () => {
  expect(named('Mozilla/5.0 (X11; Linux x86_64)')).toBe('browser');
  expect(named('python-requests/2.32', '', ['class of rocket.chat.attendee'])).toBe('script');
  expect(named('')).toBe('unknown');
  expect(named('Atrium builder', 'Moodle')).toBe('builder');
});
