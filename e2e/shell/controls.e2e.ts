/** Uses the main control of every screen on the built product: component tests load the code without the build's plugins. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { idsOfSamples, signInReaders } from '../../bench/readers.ts';
import { journey } from '../journey.ts';
import { controls, type MainControl } from '../route-controls.ts';
import { emails, examples, type Eyes, pathOfExample } from '../route-examples.ts';
import { type ProductRoute, routesOfProduct } from '../routes-of-product.ts';
import { type Complaint, loadIn, type Tab, tabOf } from '../screen-tab.ts';
import { becomesAlive } from '../steps.ts';

/** Milliseconds after which a control counts as dead; one that works needs about one second. */
const deadAfter = 20_000;

const routes = routesOfProduct();

test('every screen of the route table names its main control', () => {
  expect(routes.filter(({ name }) => controls[name] === undefined)).toEqual([]);
  expect(Object.keys(controls).filter((name) => routes.every((row) => row.name !== name))).toEqual([]);
});

test('the journeys that use a control elsewhere are there', () => {
  const named = Object.values(controls).flatMap((one) => ('journey' in one ? [one.journey] : []));
  expect(named.filter((file) => !existsSync(resolve(import.meta.dirname, '..', file)))).toEqual([]);
});

type ScreenControl = { name: string; eyes: Eyes; path: string; control: MainControl };

const screenControlOf = (row: ProductRoute): ScreenControl[] => {
  const control = controls[row.name];
  const example = examples[row.name]?.[0];
  if (control === undefined || 'journey' in control) return [];
  const eyes = control.eyes ?? example?.eyes ?? 'owner';
  return [{ name: row.name, eyes, path: control.path ?? pathOfExample(row, example), control }];
};

describe('the main control of every screen does what it is for', () => {
  const { product, person, signedIn } = journey({ world: 'shared', steps: 'independent' });
  const free: { [K in Eyes]: Tab[] } = { guest: [], owner: [], operator: [] };
  let ids: Readonly<Record<string, string>>;
  beforeAll(async () => {
    const bench = { url: product().url, password: product().demoPassword };
    ids = await idsOfSamples(bench, await signInReaders(bench));
    const people = { guest: await person(), owner: await signedIn(emails.owner), operator: await signedIn(emails.operator) };
    for (const eyes of ['guest', 'owner', 'operator'] as const) {
      const { context } = people[eyes];
      context.setDefaultTimeout(deadAfter);
      free[eyes] = [tabOf(people[eyes].page), tabOf(await context.newPage())];
    }
  });

  const withIds = (text: string) => text.replace(/\{(\w+)\}/g, (_all, what: string) => ids[what] ?? what);

  const effectOf = ({ page }: Tab, { shows }: MainControl) => page.locator(withIds(shows)).filter({ visible: true }).first();

  async function use(tab: Tab, control: MainControl): Promise<void> {
    const effect = effectOf(tab, control);
    await becomesAlive(tab.page);
    expect(await effect.count(), `${control.shows} before anything is used`).toBe(0);
    for (const step of control.steps) {
      const target = tab.page.locator(step.on).filter({ visible: true }).first();
      if (step.words !== undefined) await target.fill(withIds(step.words));
      else if (step.option !== undefined) await target.selectOption(step.option);
      else if (step.key !== undefined) await target.press(step.key);
      else await target.click();
    }
    await effect.waitFor();
  }

  /** What its pages complained about, from the load on; the browser itself tells of a page that is not there. */
  async function complaintsIn(tab: Tab, { path, control }: ScreenControl): Promise<Complaint[]> {
    const address = new URL(withIds(path), product().url);
    const status = await loadIn(tab, address.href);
    await use(tab, control);
    const isAboutStatus = ({ text, about }: Complaint) => status === 404 && about === address.href && /status of 404/.test(text);
    const complaints = tab.complaints.filter((one) => !isAboutStatus(one));
    const now = new URL(tab.page.url());
    if (now.pathname !== address.pathname || now.search === address.search) return complaints;
    // what the address says is there after a reload, too, drawn by the server as by the browser
    await loadIn(tab, now.href);
    await effectOf(tab, control).waitFor();
    return [...complaints, ...tab.complaints];
  }

  // tabs wait more than they work
  test.concurrent.each(routes.flatMap(screenControlOf))('$name', async (screen) => {
    const tab = free[screen.eyes].pop();
    if (tab === undefined) throw new Error(`more screens at once than tabs for the ${screen.eyes}`);
    try {
      expect(await complaintsIn(tab, screen)).toEqual([]);
      await tab.page.evaluate(() => sessionStorage.clear());
    } finally {
      free[screen.eyes].push(tab);
    }
  });
});
