import { describe, expect, onTestFinished, test } from 'vitest';
import { type FakeVies, startFakeVies } from '../../../../e2e/fake-vies.ts';
import { readVatId, type VatId } from '../vat-id.rules.ts';
import { checkVatId, type VatService } from './vat-check.service.ts';

const now = Date.UTC(2026, 5, 1, 12);
function id(text: string): VatId {
  const read = readVatId(text);
  if (read.kind === 'refused') throw new Error(`${text}: ${read.why}`);
  return read;
}
const [buyer, seller] = [id('FR40303265045'), id('DE136695976')];

async function open(more: Partial<VatService> = {}): Promise<{ fake: FakeVies; service: VatService }> {
  const fake = await startFakeVies(() => now);
  onTestFinished(fake.close);
  return { fake, service: { baseUrl: fake.url, reach: 'everywhere', now: () => now, ...more } };
}

describe('an answer', () => {
  test('that a number is valid carries what proves it', async () => {
    const { fake, service } = await open();
    fake.switches.numbers['FR40303265045'] = { valid: true, name: 'SA EXEMPLE', address: '1 RUE DE LA PAIX\n75002 PARIS' };
    expect(await checkVatId(service, { vatId: buyer, requester: seller })).toEqual({
      check: 'valid',
      at: now,
      evidence: {
        source: 'vies',
        number: 'FR40303265045',
        told: '2026-06-01T12:00:00.000Z',
        requestId: 'WAPIAAAA00000001',
        requester: 'accepted',
        name: 'SA EXEMPLE',
        address: '1 RUE DE LA PAIX\n75002 PARIS',
      },
    });
    expect(fake.asked).toEqual([
      { countryCode: 'FR', vatNumber: '40303265045', requesterMemberStateCode: 'DE', requesterNumber: '136695976' },
    ]);
  });

  test('that it is invalid is one, and dashes are no name', async () => {
    const { fake, service } = await open();
    fake.switches.numbers['FR40303265045'] = { valid: false };
    expect(await checkVatId(service, { vatId: buyer, requester: null })).toMatchObject({
      check: 'invalid',
      evidence: { requestId: null, requester: 'none', name: null, address: null },
    });
  });

  test('comes for Greece under its own prefix', async () => {
    const { fake, service } = await open();
    expect(await checkVatId(service, { vatId: id('GR094259216'), requester: null })).toMatchObject({ check: 'valid' });
    expect(fake.asked[0]?.countryCode).toBe('EL');
  });

  test("comes without proof when the seller's own number is refused, and says so", async () => {
    const { fake, service } = await open();
    fake.switches.refusedRequesters = ['DE136695976'];
    expect(await checkVatId(service, { vatId: buyer, requester: seller })).toMatchObject({
      check: 'valid',
      evidence: { requestId: null, requester: 'refused' },
    });
    expect(fake.asked).toHaveLength(2);
  });
});

test('answers in the other shape that the service uses are understood', async () => {
  const { fake, service } = await open();
  const says = async (body: object) => {
    fake.switches.numbers['FR40303265045'] = { says: body };
    const result = await checkVatId(service, { vatId: buyer, requester: null });
    return result.check === 'unavailable' ? result.why : result.check;
  };
  expect(await says({ isValid: true, userError: 'VALID', name: 'A', address: null })).toBe('valid');
  expect(await says({ isValid: false, userError: 'INVALID' })).toBe('invalid');
  expect(await says({ isValid: false, userError: 'MS_UNAVAILABLE' })).toBe('member_state');
  expect(await says({ isValid: false, userError: 'VALID' })).toBe('unreadable');
  expect(await says({ name: 'A' })).toBe('unreadable');
  expect(await says({ valid: null, isValid: 'true', userError: '', errorWrappers: null, traderName: ' ' })).toBe('valid');
  expect(await says({ valid: 'false', userError: null, errorWrappers: [] })).toBe('invalid');
  expect(await says({ valid: 'perhaps' })).toBe('unreadable');
});

describe('an outage is never "invalid"', () => {
  test('of the service', async () => {
    const { fake, service } = await open({ timeoutMs: 200 });
    // the number is invalid all the while, and nobody may say so
    fake.switches.numbers['FR40303265045'] = { valid: false };
    const moods = { down: 'down', failing: 'down', silent: 'slow', garbage: 'unreadable' } as const;
    for (const mood of ['down', 'failing', 'silent', 'garbage'] as const) {
      fake.switches.mood = mood;
      expect(await checkVatId(service, { vatId: buyer, requester: seller })).toMatchObject({
        check: 'unavailable',
        why: moods[mood],
        code: null,
      });
    }
    fake.switches.mood = 'up';
    expect(await checkVatId(service, { vatId: buyer, requester: seller })).toMatchObject({ check: 'invalid' });
  });

  test('of a member state, and every error that the service has a word for', async () => {
    const { fake, service } = await open();
    const causes = {
      MS_UNAVAILABLE: 'member_state',
      TIMEOUT: 'slow',
      SERVICE_UNAVAILABLE: 'down',
      GLOBAL_MAX_CONCURRENT_REQ: 'busy',
      GLOBAL_MAX_CONCURRENT_REQ_TIME: 'busy',
      MS_MAX_CONCURRENT_REQ: 'busy',
      MS_MAX_CONCURRENT_REQ_TIME: 'busy',
      VAT_BLOCKED: 'blocked',
      IP_BLOCKED: 'blocked',
      INVALID_INPUT: 'refused',
      INVALID_REQUESTER_INFO: 'down',
      SOMETHING_NEW: 'down',
    };
    for (const [code, why] of Object.entries(causes)) {
      fake.switches.states = { FR: code };
      expect(await checkVatId(service, { vatId: buyer, requester: null })).toMatchObject({ check: 'unavailable', why, code });
    }
    expect(await checkVatId(service, { vatId: seller, requester: null })).toMatchObject({ check: 'valid' });
  });

  test('that passes: the second question is answered', async () => {
    const { fake, service } = await open();
    fake.switches.busy = 1;
    expect(await checkVatId(service, { vatId: buyer, requester: null })).toMatchObject({ check: 'unavailable', why: 'busy' });
    expect(await checkVatId(service, { vatId: buyer, requester: null })).toMatchObject({ check: 'valid' });
  });

  test('and an address inside our own networks is not asked', async () => {
    const { fake, service } = await open({ reach: 'public' });
    expect(await checkVatId(service, { vatId: buyer, requester: null })).toMatchObject({ check: 'unavailable', why: 'refused' });
    expect(fake.asked).toEqual([]);
  });
});
