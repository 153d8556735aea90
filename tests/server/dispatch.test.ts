/** Many orders by one table: good ones go, bad ones say why, the same file twice sends nothing twice. */

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { DispatchChecked } from '#lib/contract/shipping/dispatch.ts';
import { csvText } from '#lib/rules/text/csv.ts';
import { askAfterSale, previewAfterSale } from '#lib/server/after-sale/ask.ts';
import { countWaiting, readWaitingFile } from '#lib/server/shipping/dispatch-file.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { contextOf, makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { callHandler, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { cellsOf } from '#tests/support/workbook.ts';
import { GET as waitingFile } from '../../src/pages/api/desk/dispatch/file.ts';

const dispatch = routeOf(api.checkDispatch);
const put = routeOf(api.putInLot);
const ship = routeOf(api.shipParcel);

const { db, pool } = await testDatabase();
await payFreely(db);
const goodsId = await makeGoods(db, goodsPlain, 100_000);
const { rows: found } = await pool.query('select merchant_id, lot_no from goods where id = $1', [goodsId]);
const merchantId: number = found[0].merchant_id;
const lotNo: string = found[0].lot_no;
let clerk: Person;
let other: Person;
let finance: Person;

beforeAll(async () => {
  clerk = await person(db, 'fahuo', 'orders', merchantId);
  other = await person(db, 'bieren', 'orders', merchantId + 1);
  finance = await person(db, 'caiwu', 'finance', merchantId);
});

async function paid(number = 10) {
  const [buyer] = await makeBuyers(db, 1, 1_000_000_000);
  const made = await order(db, buyer!, [{ goodsId, number }]);
  await pay(db, buyer!, made.trade_no);
  return made.orders[0]!.no;
}

const head = ['订单号', '承运方', '运单号', '商品编号', '批号', '数量', '追溯码'];
const tracking = () => `SF-${randomUUID().slice(0, 12)}`;
const code = (n: number) => `8${String(n).padStart(19, '0')}`;

function check(who: Person, rows: readonly (readonly (string | number)[])[], name = '发货表.csv') {
  const body = new FormData();
  body.set('file', new File([csvText(rows)], name));
  return request<DispatchChecked>(dispatch, { cookie: who.cookie, body });
}

async function sendAll(who: Person, { parcels }: DispatchChecked): Promise<number[]> {
  const codes: number[] = [];
  for (const { no, is_done: isDone, rows: _, company: __, pieces: ___, ...parcel } of parcels)
    if (isDone === 0)
      codes.push(
        (
          await request(ship, {
            method: 'POST',
            cookie: who.cookie,
            params: { no },
            body: parcel,
          })
        ).code,
      );
  return codes;
}

const parcelsOf = async (no: string) =>
  (await pool.query('select count(*)::int as n from shipment where order_no = $1', [no])).rows[0].n as number;

describe('the file of orders that wait', () => {
  const download = (who: Person, nos: readonly string[]) =>
    callHandler(waitingFile, { path: `/api/desk/dispatch/file?nos=${nos.join(',')}`, cookie: who.cookie });

  it('is sent back with carrier and number, goes out once, and is audited', async () => {
    const [first, second, later] = [await paid(), await paid(), await paid()];
    const answer = await download(clerk, [first, second, later]);
    expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('待发货订单'));
    const [heads = [], ...rows] = await cellsOf(new Uint8Array(await answer.arrayBuffer()));
    const at = (name: string) => heads.indexOf(name);
    expect(
      rows.map((row) => [row[at('订单号')], row[at('商品编号')], row[at('批号')], row[at('数量')]]),
    ).toEqual([first, second, later].map((no) => [no, String(goodsId), lotNo, 10]));
    const { rows: address } = await pool.query(
      `select t.address->>'phone' as phone, t.address->>'receiver' as receiver from trade t
        join "order" o on o.trade_no = t.no where o.no = $1`,
      [first],
    );
    expect([rows[0]?.[at('收货电话')], rows[0]?.[at('收货人')]]).toEqual([
      address[0].phone,
      address[0].receiver,
    ]);
    const { rows: kept } = await pool.query(
      `select after from audit_log where act = 'list.export' and subject_key = '待发货订单' and actor_id = 'fahuo'`,
    );
    expect(kept).toMatchObject([{ after: { rows: 3, orders: 3 } }]);

    const texts = [heads, ...rows].map((row) => row.map((cell) => (cell === null ? '' : String(cell))));
    for (const row of texts.slice(1, 3)) {
      row[at('承运方')] = '顺丰速运';
      row[at('运单号')] = tracking();
    }
    const checked = (await check(clerk, texts)).data;
    expect(checked).toMatchObject({
      skipped: 1,
      faults: [],
      parcels: [
        { no: first, pieces: 10 },
        { no: second, pieces: 10 },
      ],
      table: { questions: [] },
    });
    expect(await sendAll(clerk, checked)).toEqual([200, 200]);
    expect((await check(clerk, texts)).data.parcels.map(({ is_done: isDone }) => isDone)).toEqual([1, 1]);
    const left = await cellsOf(new Uint8Array(await (await download(clerk, [first, later])).arrayBuffer()));
    expect(left.slice(1).map((row) => row[at('订单号')])).toEqual([later]);
  });

  it('is several files where many wait: each begins behind the one before, whatever was shipped in between', async () => {
    const nos: string[] = [];
    for (let nth = 0; nth < 5; nth++) nos.push(await paid());
    const context = { db, now: new Date(), actor: { kind: 'merchant' as const, name: 'fahuo', merchantId } };
    const ship = (shipped: readonly string[]) =>
      pool.query(`update "order" set status = 'to_receive' where no = any($1)`, [shipped]);
    const read = async (after: string, more = { size: 2 }) => {
      const { rows, ...held } = await readWaitingFile(context, { nos, after, ...more });
      return { ...held, nos: rows.map(({ no }) => no) };
    };
    const first = await read('');
    expect(first).toEqual({ nos: nos.slice(0, 2), orders: 2, last: nos[1], left: 3 });
    // The whole first file has gone out, its last order too.
    await ship(nos.slice(0, 2));
    const second = await read(first.last);
    expect(second).toEqual({ nos: nos.slice(2, 4), orders: 2, last: nos[3], left: 1 });
    // One that ends early by its rows goes on with the order that it had no room for.
    const early = { size: 2, mostRows: 1 };
    expect(await read(first.last, early)).toEqual({ nos: [nos[2]], orders: 1, last: nos[2], left: 2 });
    await ship([nos[2]!]);
    expect(await read(nos[2]!, early)).toEqual({ nos: [nos[3]], orders: 1, last: nos[3], left: 1 });
    expect(await read(second.last)).toEqual({ nos: [nos[4]], orders: 1, last: nos[4], left: 0 });
    expect(await read(nos[4]!)).toEqual({ nos: [], orders: 0, last: nos[4], left: 0 });

    const waiting = await countWaiting(context);
    const all = await readWaitingFile(context, { nos: [], after: '' });
    expect([all.orders, all.left]).toEqual([waiting, 0]);
    const path = (after: string) => `/api/desk/dispatch/file?after=${after}`;
    const answer = await callHandler(waitingFile, { path: path(nos[3]!), cookie: clerk.cookie });
    expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('待发货订单（最后1单）'));
    expect(answer.headers.get('x-next-part')).toBeNull();
    expect(await request(waitingFile, { path: path(nos[3]!), cookie: other.cookie })).toMatchObject({
      code: 404,
      message: expect.stringContaining('请从第一份下载'),
    });
  });

  it('has nothing of another merchant, and is for who ships', async () => {
    const no = await paid();
    const theirs = await cellsOf(new Uint8Array(await (await download(other, [no])).arrayBuffer()));
    expect(theirs).toHaveLength(1);
    expect((await download(finance, [no])).status).toBe(403);
  });
});

describe('a table of orders', () => {
  it('sends the good ones, says why of the bad ones, and twice nothing twice', async () => {
    const [whole, part, foreign] = [await paid(), await paid(), await paid()];
    const table = [
      head,
      [whole, '顺丰速运', tracking(), '', '', '', ''],
      [part, '顺丰速运', tracking(), goodsId, lotNo, 4, [1, 2, 3, 4].map(code).join(' ')],
      ['D0', '顺丰速运', tracking(), '', '', '', ''],
      [foreign, '顺丰速运', tracking(), goodsId, '没有这批', 1, ''],
      [foreign, '顺丰速运', tracking(), goodsId, '', 11, ''],
    ];
    const first = (await check(clerk, table)).data;
    expect(first).toMatchObject({
      rows: 5,
      parcels: [
        { no: whole, rows: [2] },
        { no: part, pieces: 4 },
      ],
    });
    expect(first.faults).toMatchObject([
      { row: 4, sentence: '没有订单D0' },
      { row: 5, sentence: expect.stringContaining('没有批号') },
      { row: 6, sentence: '待发10，不能发11' },
    ]);
    expect(await parcelsOf(whole)).toBe(0);
    expect(await sendAll(clerk, first)).toEqual([200, 200]);
    // Somebody who had checked the same file before sends nothing again.
    expect(await sendAll(clerk, first)).toEqual([409, 409]);
    const again = (await check(clerk, table)).data;
    expect(again.parcels.map(({ is_done: isDone }) => isDone)).toEqual([1, 1]);
    expect([await parcelsOf(whole), await parcelsOf(part), await parcelsOf(foreign)]).toEqual([1, 1, 0]);
  });

  it('sends a refrigerated order with its record, and says of one without what is lacking', async () => {
    const [cold, bare, usual] = [await paid(), await paid(), await paid()];
    await pool.query('update "order" set is_cold_chain = true where no = any($1)', [[cold, bare]]);
    const all = [...head, '启运温度', '冷藏车或冷藏箱', '温度记录仪编号'];
    const table = [
      all,
      [cold, '顺丰冷链', 'SF-COLD-1', goodsId, lotNo, 4, '', '', '', ''],
      [cold, '顺丰冷链', 'SF-COLD-1', goodsId, lotNo, 6, '', '4.5', '沪A12345', 'LJ-12'],
      [bare, '顺丰冷链', 'SF-COLD-2', '', '', '', '', '60', '', 'LJ-13'],
      [usual, '顺丰速运', 'SF-COLD-3', '', '', '', '', '', '', ''],
    ];
    const first = (await check(clerk, table)).data;
    expect(first.parcels).toMatchObject([
      { no: cold, pieces: 10, temperature: '4.5', cooler: '沪A12345', recorder: 'LJ-12' },
      { no: usual, temperature: '', cooler: '', recorder: '' },
    ]);
    expect(first.faults).toMatchObject([
      { row: 4, sentence: expect.stringMatching(/冷链订单：启运温度须为.*；请填写冷藏车或冷藏箱$/) },
    ]);
    expect(await sendAll(clerk, first)).toEqual([200, 200]);
    const { rows } = await pool.query(
      `select s.order_no, c.sent_tenths, c.cooler, c.recorder from cold_record c join shipment s on s.id = c.shipment_id
       where s.order_no = any($1)`,
      [[cold, bare, usual]],
    );
    expect(rows).toEqual([{ order_no: cold, sent_tenths: 45, cooler: '沪A12345', recorder: 'LJ-12' }]);
  });

  it('foresees codes that went out with another order, row by row, and sends the others', async () => {
    const [first, good, bad, foreign] = [await paid(2), await paid(2), await paid(2), await paid(2)];
    const own = [401, 402].map(code);
    const sent = [head, [first, '顺丰速运', tracking(), goodsId, '', 2, own.join(' ')]];
    expect(await sendAll(clerk, (await check(clerk, sent)).data)).toEqual([200]);
    const number = tracking();
    const table = [
      head,
      [good, '顺丰速运', tracking(), goodsId, '', 2, [403, 404].map(code).join(' ')],
      [bad, '顺丰速运', number, goodsId, '', 1, code(405)],
      [bad, '顺丰速运', number, goodsId, '', 1, own[1]!],
    ];
    const checked = (await check(clerk, table)).data;
    expect(checked.parcels.map(({ no }) => no)).toEqual([good]);
    expect(checked.faults).toEqual([
      { row: 3, no: bad, sentence: '同一包裹有其他行不正确，整个包裹未发' },
      { row: 4, no: bad, sentence: `追溯码${own[1]}已随订单${first}发出，一件商品只能发一次，请核对实物` },
    ]);
    // The table of before is done, and nothing is wrong with it.
    expect((await check(clerk, sent)).data).toMatchObject({ faults: [], parcels: [{ is_done: 1 }] });
    // Pieces that are back may go again, as many as came back.
    await pool.query(`update shipment_lot set trace_codes = '{}' where trace_codes && $1`, [own]);
    const again = [
      head,
      [bad, '顺丰速运', tracking(), goodsId, '', 2, own.join(' ')],
      [foreign, '顺丰速运', tracking(), goodsId, '', 2, [406, 407].map(code).join(' ')],
    ];
    const freed = (await check(clerk, again)).data;
    expect(freed.faults).toEqual([]);
    expect(await sendAll(clerk, freed)).toEqual([200, 200]);
  });

  it('is the merchant’s own, for who ships', async () => {
    const no = await paid();
    const table = [head, [no, '顺丰速运', tracking(), '', '', '', '']];
    expect((await check(finance, table)).code).toBe(403);
    const theirs = (await check(other, table)).data;
    expect(theirs).toMatchObject({ parcels: [], faults: [{ row: 2, sentence: `没有订单${no}` }] });
    expect(
      (
        await check(clerk, [
          ['订单号', '承运方'],
          [no, '顺丰速运'],
        ])
      ).data,
    ).toMatchObject({
      parcels: [],
      table: { questions: ['没有找到运单号列，请选择'] },
    });
    expect((await check(clerk, [], '空.csv')).code).toBe(422);
  });

  it('a row that would take what the buyer asks back is a fault, one of the rest is none', async () => {
    const [buyer] = await makeBuyers(db, 1, 1_000_000_000);
    const made = await order(db, buyer!, [{ goodsId, number: 10 }]);
    await pay(db, buyer!, made.trade_no);
    const no = made.orders[0]!.no;
    const { rows } = await pool.query('select id from order_line where order_no = $1', [no]);
    const context = contextOf(db, buyer!);
    const input = {
      no,
      kind: 'refund_only' as const,
      lines: [{ line_id: rows[0].id, lot_no: '', number: 3 }],
    };
    const { amount } = await previewAfterSale(context, input);
    await askAfterSale(context, {
      ...input,
      reasons: ['不需要了'],
      text: '',
      pictures: [],
      expected_amount: amount,
      token: randomUUID(),
    });
    const whole = (await check(clerk, [head, [no, '顺丰速运', tracking(), '', '', '', '']])).data;
    expect(whole).toMatchObject({
      parcels: [],
      faults: [{ row: 2, sentence: expect.stringMatching(/买家申请退款中：“.+”有3/) }],
    });
    const rest = (await check(clerk, [head, [no, '顺丰速运', tracking(), goodsId, '', 7, '']])).data;
    expect(rest.faults).toEqual([]);
    expect(await sendAll(clerk, rest)).toEqual([200]);
  });

  it('one line may go under two lots, with the codes of each', async () => {
    const id = await makeGoods(db, goodsPlain, 100);
    const [buyer] = await makeBuyers(db, 1, 1_000_000_000);
    const made = await order(db, buyer!, [{ goodsId: id, number: 4 }]);
    await pay(db, buyer!, made.trade_no);
    const no = made.orders[0]!.no;
    for (const lot of ['L1', 'L2'])
      await request(put, {
        cookie: clerk.cookie,
        body: {
          ref: randomUUID(),
          goods_id: id,
          lot_no: lot,
          produced_on: '2026-10-01',
          expires_on: '2030-09-30',
          pieces: 5,
          confirmed: 1,
        },
      });
    const number = tracking();
    const checked = (
      await check(clerk, [
        head,
        [no, '顺丰速运', number, id, 'L1', '', code(11)],
        [no, '顺丰速运', number, id, 'L2', '', `${code(12)} ${code(13)}`],
        [no, '顺丰速运', number, id, 'L1', '', code(14)],
      ])
    ).data;
    expect(checked.faults).toEqual([]);
    expect(await sendAll(clerk, checked)).toEqual([200]);
    const { rows } = await pool.query(
      `select lot_no, quantity, trace_codes from shipment_lot sl join shipment s on s.id = sl.shipment_id
       where s.order_no = $1 order by lot_no`,
      [no],
    );
    expect(rows).toEqual([
      { lot_no: 'L1', quantity: 2, trace_codes: [code(11), code(14)] },
      { lot_no: 'L2', quantity: 2, trace_codes: [code(12), code(13)] },
    ]);
  });

  it('takes ten thousand trace codes', async () => {
    const no = await paid(10_000);
    const number = tracking();
    const rows = Array.from({ length: 10_000 }, (_, n) => [
      no,
      '顺丰速运',
      number,
      goodsId,
      '',
      '',
      code(1_000 + n),
    ]);
    const checked = (await check(clerk, [head, ...rows])).data;
    expect(checked).toMatchObject({ rows: 10_000, faults: [], parcels: [{ pieces: 10_000 }] });
    expect(await sendAll(clerk, checked)).toEqual([200]);
    const { rows: kept } = await pool.query(
      `select sum(cardinality(trace_codes))::int as n from shipment_lot sl join shipment s on s.id = sl.shipment_id
       where s.order_no = $1`,
      [no],
    );
    expect(kept).toEqual([{ n: 10_000 }]);
  });
});
