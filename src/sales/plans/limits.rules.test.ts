import { expect, test } from 'vitest';
import { limitTable } from './limits.rules.ts';
import { numbers, switches } from './ui/plan-draft.hook.ts';

test('what the product does not keep yet is offered nowhere', () => {
  const idle = Object.entries(limitTable).flatMap(([name, limit]) => (limit.held === null ? [name] : []));
  expect(idle.sort()).toEqual(['sso']);
  const offered = [...numbers, ...switches].map((limit) => limit.name);
  expect(offered.filter((name) => idle.includes(name))).toEqual([]);
});
