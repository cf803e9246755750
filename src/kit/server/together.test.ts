import { drizzle } from 'drizzle-orm/node-postgres';
import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import type { Db } from './db/db.ts';
import { newId } from './ids.ts';
import { cloneDatabase } from './db/template.ts';
import { insertReturning, insertTogether } from './together.ts';

const things = pgTable('things', {
  id: uuid().primaryKey(),
  longName: text('long_name').notNull(),
  note: text(),
  many: integer().notNull().default(7),
  open: boolean().notNull(),
  asked: jsonb().$type<{ a: string | null }>(),
  madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
});

async function database(): Promise<Db> {
  const made = await cloneDatabase(inject('databaseUrl'), null);
  const client = new pg.Client({ connectionString: made.url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await made.drop();
  });
  await client.query(
    'create table things (id uuid primary key, long_name text not null, note text, many int not null default 7, open bool not null, asked jsonb, made_at timestamptz not null)',
  );
  return drizzle(client);
}

const thing = (longName: string) => ({
  id: newId(),
  longName,
  open: true,
  asked: { a: 'b' },
  madeAt: new Date(1_700_000_000_123),
});

test('rows come back as the builder reads them, with the defaults of what was left out', async () => {
  const db = await database();
  const rows = [
    { ...thing('one'), note: 'n' },
    { ...thing('two'), note: null, asked: null },
  ];
  const stored = await insertReturning(db, things, rows);
  expect(stored).toEqual(await db.select().from(things).orderBy(things.longName));
  expect(stored).toEqual(rows.map((row) => ({ ...row, many: 7 })));
});

test('half a character is stored as the sign for what cannot be read, and nothing is asked for no rows', async () => {
  const db = await database();
  await insertTogether(db, things, [thing('a\ud800b')]);
  await insertTogether(db, things, []);
  expect((await db.select().from(things)).map((row) => row.longName)).toEqual(['a\ufffdb']);
  expect(await insertReturning(db, things, [])).toEqual([]);
});
