/** Registered papers of merchants: handed in by the merchant, accepted or returned by the platform, and what follows. */

import { beforeAll, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { ListAnswer, RowOf } from '#lib/contract/desk/list.ts';
import type { licencesList } from '#lib/contract/desk/lists/licences.ts';
import type { LicenceCase, LicenceRow } from '#lib/contract/licences.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { listToday } from '#lib/server/desk/today.ts';
import { findLicenceBytes } from '#lib/server/licences/files.ts';
import { remindLicences } from '#lib/server/licences/remind.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { isEach } from '#tests/support/each.ts';
import { pdfOf } from '#tests/support/papers.ts';
import { callHandler, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { GET as file } from '../../src/pages/file/licence/[file].ts';

const accept = routeOf(api.acceptLicence);
const one = routeOf(api.licenceCase);
const giveBack = routeOf(api.returnLicence);
const withdraw = routeOf(api.deskLicencesWithdraw);
const handIn = routeOf(api.handInLicence);
const list = routeOf(api.deskLicences);

const { db, pool } = await testDatabase();
const merchantId: number = (await pool.query('select merchant_id from goods where id = $1', [goodsPlain]))
  .rows[0].merchant_id;
const dayFrom = (days: number) => dayKey(Date.now() + days * 86_400_000);

let clerk: Person;
let other: Person;
let packer: Person;
let quality: Person;
beforeAll(async () => {
  clerk = await person(db, 'ziliao', 'goods', merchantId);
  other = await person(db, 'bieren', 'admin', merchantId + 1);
  packer = await person(db, 'dabao', 'orders', merchantId);
  quality = await person(db, 'zhiguan', 'review');
});

const send = (who: Person, over: Record<string, string> = {}, bytes = pdfOf()) => {
  const body = new FormData();
  const sent = {
    kind: 'drug_licence',
    number: '豫AA3719999',
    valid_from: dayFrom(-1),
    valid_to: dayFrom(1800),
    ...over,
  };
  for (const [name, text] of Object.entries(sent)) body.set(name, text);
  body.set('file', new File([new Uint8Array(bytes)], '许可证.pdf'));
  return request<LicenceRow>(handIn, { cookie: who.cookie, body });
};
const act = (call: typeof accept, who: Person, id: number, body: object = {}) =>
  request<LicenceCase>(call, { method: 'POST', cookie: who.cookie, params: { id: String(id) }, body });
const rows = async (who: Person, query: Record<string, string> = {}) =>
  (
    await request<ListAnswer<RowOf<typeof licencesList>>>(list, {
      cookie: who.cookie,
      path: `/api/desk/licences?${new URLSearchParams({ size: '100', ...query })}`,
    })
  ).data.rows;
const isSold = async () =>
  (
    await pool.query(
      `select exists (select 1 from goods g where g.id = $1 and g.is_on_shelf
      and not exists (select 1 from merchant_paper p where p.merchant_id = g.merchant_id and p.valid_to < $2)) as sold`,
      [goodsPlain, dayKey(Date.now())],
    )
  ).rows[0].sold as boolean;
const lapse = () =>
  pool.query(
    `update merchant_paper set valid_from = '2020-01-01', valid_to = $2 where merchant_id = $1 and kind = 'drug_licence'`,
    [merchantId, dayFrom(-1)],
  );

it('goods that rest come back with the accepted paper, which buyers get too', async () => {
  await lapse();
  expect(await isSold()).toBe(false);
  expect(await rows(clerk, { view: 'due' })).toMatchObject([{ kind: 'drug_licence', state: 'lapsed' }]);
  const counts = async (who: 'platform' | 'merchant') =>
    Object.fromEntries(
      (
        await listToday(
          who === 'platform'
            ? byStaff(db)
            : {
                db,
                now: new Date(),
                actor: { kind: 'merchant', name: 'ziliao', merchantId },
                requestId: 't',
              },
        )
      ).map(({ title, count }) => [title, count]),
    );
  expect((await counts('merchant')).商家证照到期).toBe(1);
  const { data } = await send(clerk);
  const { id } = data.renewal!;
  expect(data.renewal).toMatchObject({ state: 'waiting', handed_in_by: 'ziliao' });
  expect((await counts('platform')).待核验商家证照).toBe(1);
  expect(await isSold()).toBe(false);
  const found = (await request<LicenceCase>(one, { cookie: quality.cookie, params: { id: String(id) } }))
    .data;
  expect(found).toMatchObject({ may_decide: 1, refusal: '', merchant_id: merchantId });
  expect(found.hints.join()).toContain('证号与登记的不同');
  expect((await act(accept, clerk, id)).code).toBe(404);
  const [first, again] = await Promise.all([act(accept, quality, id), act(accept, quality, id)]);
  expect([first.code, again.code]).toEqual([200, 200]);
  expect(first.data).toMatchObject({ number: '豫AA3719999', valid_to: dayFrom(1800), may_decide: 0 });
  expect(await isSold()).toBe(true);
  expect((await counts('merchant')).商家证照到期).toBe(0);
  const { rows: kept } = await pool.query(
    `select (select licence_no from merchant where id = $1) as no,
      (select count(*)::int from onboarding_paper where merchant_id = $1 and kind = 'drug_licence'
        and number = '豫AA3719999' and ended_at is null) as filed,
      (select count(*)::int from audit_log where act = 'licence.accept' and merchant_id = $1) as entries`,
    [merchantId],
  );
  expect(kept).toEqual([{ no: '豫AA3719999', filed: 1, entries: 1 }]);
});

it('a paper is handed in by the merchant’s own people, one of a kind at a time, and may be taken back', async () => {
  const food = { kind: 'food_licence', number: 'JY14101000' };
  for (const [over, says] of [
    [{ ...food, valid_to: dayFrom(-1) }, '已过有效期'],
    [{ ...food, valid_to: '' }, '请填写食品经营许可证的有效期至'],
    [{ ...food, number: '1' }, '证号至少4个字'],
    [{ ...food, kind: 'invoice_details' }, '请选择证照'],
  ] as const) {
    const refused = await send(clerk, over);
    expect([refused.code, JSON.stringify(refused)]).toEqual([422, expect.stringContaining(says)]);
  }
  expect((await send(packer, food)).code).toBe(403);
  expect((await send(quality, food)).code).toBe(404);
  const { data } = await send(clerk, food);
  const { id } = data.renewal!;
  expect((await send(clerk, food)).data.renewal!.id).toBe(id);
  expect((await send(clerk, { ...food, number: 'JY14101001' })).code).toBe(409);
  expect((await act(withdraw as typeof accept, other, 1, { renewal_id: id })).code).toBe(404);
  const done = await Promise.all(
    [1, 2].map(() => act(withdraw as typeof accept, clerk, 1, { renewal_id: id })),
  );
  expect(done.map(({ code }) => code)).toEqual([200, 200]);
  expect((await act(accept, quality, id)).code).toBe(409);
  expect((await rows(clerk)).some(({ kind }) => kind === 'food_licence')).toBe(false);
  expect(isEach(await rows(other), ({ id }) => id.startsWith(`${merchantId + 1} `))).toBe(true);
});

it('what is returned says why, and nothing registered moves; of two decisions one holds', async () => {
  const food = { kind: 'food_licence', number: 'JY14101002' };
  const { id } = (await send(clerk, food)).data.renewal!;
  expect((await act(giveBack as typeof accept, quality, id, { reason: '' })).code).toBe(422);
  const [returned, accepted] = await Promise.all([
    act(giveBack as typeof accept, quality, id, { reason: '扫描件不清楚' }),
    act(accept, quality, id),
  ]);
  expect([returned.code, accepted.code].sort()).toEqual([200, 409]);
  const second = (await send(clerk, { ...food, number: 'JY14101003' })).data.renewal!;
  await act(giveBack as typeof accept, quality, second.id, { reason: '扫描件不清楚' });
  expect((await rows(clerk)).find(({ kind }) => kind === 'food_licence')).toMatchObject({
    renewal_text: expect.stringMatching(/^已退回：JY14101003.*退回原因：扫描件不清楚$/),
    case_id: null,
    may_hand_in: 1,
    may_withdraw: 0,
  });
});

it('a paper that begins later than the registered one ends waits for its first day', async () => {
  await lapse();
  const { id } = (await send(clerk, { valid_from: dayFrom(3) })).data.renewal!;
  const refused = await act(accept, quality, id);
  expect([refused.code, JSON.stringify(refused)]).toEqual([409, expect.stringContaining('不衔接')]);
  await act(withdraw as typeof accept, clerk, 1, { renewal_id: id });
});

it('a scan is read by the merchant’s people with the role and by the platform, by nobody else', async () => {
  const { data } = await send(clerk, { kind: 'device_filing', number: '豫食药监械2026' });
  const id = data.renewal!.file_url.split('/').at(-1)!;
  const statusFor = async (cookie?: string) =>
    (await callHandler(file, { ...(cookie !== undefined && { cookie }), params: { file: id } })).status;
  expect(await statusFor(clerk.cookie)).toBe(200);
  expect(await statusFor(quality.cookie)).toBe(200);
  for (const cookie of [other.cookie, packer.cookie, undefined]) expect(await statusFor(cookie)).toBe(404);
  expect(await findLicenceBytes(db, { account: null, staff: null }, Number(id))).toBeNull();
});

it('tells a merchant 60, 30 and 7 days before a paper lapses and when it has, once, also by two at once', async () => {
  const validTo = dayFrom(100);
  await pool.query(
    `update merchant_paper set valid_to = $1 where merchant_id = $2 and kind = 'drug_licence'`,
    [validTo, merchantId],
  );
  const titles: string[] = [];
  for (const day of [30, 39, 40, 41, 69, 70, 71, 93, 94, 100, 101, 102, 120]) {
    const now = new Date(Date.now() + day * 86_400_000);
    await Promise.all([remindLicences(db, now), remindLicences(db, now)]);
    const { rows: found } = await pool.query(
      `select title from merchant_notice where merchant_id = $1 and ref like 'licence:drug_licence:%' order by id`,
      [merchantId],
    );
    if (found.length > titles.length) titles.push(`${day}: ${found.at(-1).title}`);
    expect(found.length).toBe(titles.length);
  }
  expect(titles).toEqual([
    '40: 药品经营许可证还有60天到期',
    '70: 药品经营许可证还有30天到期',
    '93: 药品经营许可证还有7天到期',
    '101: 药品经营许可证已过期',
  ]);
});
