import { expect, test } from 'vitest';
import { readConfig } from '#kit/server/config/config.ts';
import { openHostWarning } from './open-host.ts';

const used = 'http://localhost:3000';
const warned = (env: Record<string, string>) => openHostWarning(readConfig(env), used);

test('a door that is open to others without a public address is told, with what to set', () => {
  for (const HOST of ['0.0.0.0', '::', '192.0.2.7', 'meet.example.org']) {
    const words = warned({ HOST });
    expect(words, HOST).toContain(`HOST=${HOST}`);
    expect(words, HOST).toContain('Set PUBLIC_URL');
    expect(words, HOST).toContain(used);
  }
});

test.each([
  [{}],
  [{ HOST: '127.0.0.1' }],
  [{ HOST: '127.0.1.1' }],
  [{ HOST: 'localhost' }],
  [{ HOST: '::1' }],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://meet.example.org' }],
  [{ HOST: '0.0.0.0', PROCESSES: 'worker' }],
])('nothing is told for %j', (env) => {
  expect(warned(env)).toBeNull();
});
