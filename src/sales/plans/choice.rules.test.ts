import { expect, test } from 'vitest';
import { planStep, recommendedPlan } from './choice.rules.ts';

const plans = [
  { id: 'open', amount: 0 },
  { id: 'team', amount: 2400 },
  { id: 'school', amount: 29_900 },
  { id: 'campus', amount: 29_900 },
];

test('dearer is an upgrade, cheaper a downgrade, and the order decides between equals', () => {
  const steps = plans.map(({ id }) => planStep(plans, { current: 'school', id }));
  expect(steps).toEqual(['downgrade', 'downgrade', 'current', 'upgrade']);
});

test('without a plan, or with one that is not sold any more, each is a choice', () => {
  expect(planStep(plans, { current: null, id: 'team' })).toBe('choose');
  expect(planStep(plans, { current: 'gone', id: 'team' })).toBe('choose');
  expect(planStep(plans, { current: 'gone', id: 'gone' })).toBe('current');
});

test('the next above the own plan is recommended, to newcomers the middle one, and nothing above the largest', () => {
  expect(recommendedPlan(plans, 'open')).toBe('team');
  expect(recommendedPlan(plans, null)).toBe('school');
  expect(recommendedPlan(plans, 'campus')).toBeNull();
  expect(recommendedPlan(plans.slice(0, 1), null)).toBeNull();
});
