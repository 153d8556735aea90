/** Trace codes of a line by a file: taken whole, or every wrong row is named; for who ships alone. */

import { beforeAll, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { TraceFileRead } from '#lib/contract/shipping/trace-file.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const read = routeOf(api.readTraceFile);

const { db, pool } = await testDatabase();
let clerk: Person;
let finance: Person;

beforeAll(async () => {
  const { rows } = await pool.query('select merchant_id from goods where id = $1', [goodsPlain]);
  clerk = await person(db, 'saoma', 'orders', rows[0].merchant_id);
  finance = await person(db, 'caiwu2', 'finance', rows[0].merchant_id);
});

/** None ends in five noughts, as those do that a spreadsheet has cut. */
const code = (n: number) => `8${String(n + 1).padStart(18, '0')}1`;

function send(who: Person, content: BlobPart, name = '追溯码.csv') {
  const body = new FormData();
  body.set('file', new File([content], name));
  return request<TraceFileRead>(read, { cookie: who.cookie, body });
}

it('is taken whole: with a head, as text, and ten thousand at once', async () => {
  const lines = Array.from({ length: 10_000 }, (_, n) => code(n));
  for (const [text, name] of [
    [`追溯码\r\n${lines.join('\r\n')}\r\n`, '追溯码.csv'],
    [lines.join('\n'), 'scanner.txt'],
  ] as const)
    expect(await send(clerk, text, name)).toMatchObject({
      code: 200,
      data: { codes: lines.join('\n'), count: 10_000, faults: [], wrong: 0 },
    });
});

it('names the rows that are wrong, and takes nothing then', async () => {
  const text = ['商品,追溯码', `甲,${code(1)}`, '乙,123', `丙,${code(1)}`, '丁,8.1E+19'].join('\n');
  expect((await send(clerk, text)).data).toMatchObject({
    codes: '',
    count: 0,
    wrong: 3,
    faults: [
      { row: 3, sentence: '“123”不是20位数字' },
      { row: 4, sentence: `追溯码${code(1)}与第2行重复` },
      { row: 5, sentence: expect.stringContaining('科学计数') },
    ],
  });
  const many = (await send(clerk, Array.from({ length: 500 }, (_, n) => `x${n}`).join('\n'))).data;
  expect([many.wrong, many.faults.length]).toEqual([500, 20]);
});

it.each<[string, BlobPart, string, string]>([
  ['no code', '追溯码\n\n', '追溯码.csv', '里没有追溯码'],
  ['an old Excel file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), '追溯码.xlsx', '旧版 Excel'],
  [
    'too many rows',
    Array.from({ length: 10_002 }, (_, n) => code(n)).join('\n'),
    '追溯码.csv',
    '超过 10001 行',
  ],
])('refuses %s in words', async (_name, content, name, says) => {
  const answer = await send(clerk, content, name);
  expect(answer.code).toBe(422);
  expect(JSON.stringify(answer)).toContain(says);
});

it('is for who ships', async () => {
  expect((await send(finance, code(1))).code).toBe(403);
  expect((await request(read, { body: new FormData() })).code).not.toBe(200);
});
