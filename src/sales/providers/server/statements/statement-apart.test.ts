import { expect, test } from 'vitest';
import { holdTurn } from '@atrium/sandbox/held-turn.factory';
import { readStatementApart } from './statement-apart.service.ts';

test('bank files of one seller wait for each other alone', async () => {
  const ended: string[] = [];
  const read = async (accountId: string) => {
    await readStatementApart({ bytes: Buffer.from('no statement'), mapping: {}, accountId });
    ended.push(accountId);
  };
  const held = holdTurn('seller-1');
  const waiting = read('seller-1');
  await read('seller-2');
  expect(ended).toEqual(['seller-2']);
  held.release();
  await waiting;
}, 60_000);
