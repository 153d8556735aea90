/** What all declared lists of the desks share: places, orders, counts, files and acts on many rows. */
import { and, desc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { companies } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { Filter } from '#lib/contract/desk/fields.ts';
import { readSort } from '#lib/contract/desk/list.ts';
import { audit } from '#lib/contract/desk/lists/audit.ts';
import { papers } from '#lib/contract/desk/lists/papers.ts';
import type { BulkDone } from '#lib/contract/desk/schemas.ts';
import { routes } from '#lib/contract/routes.ts';
import { staffActor } from '#lib/rules/companies/actors.ts';
import { paperNames } from '#lib/rules/companies/qualification.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { remindPaper } from '#lib/server/companies/papers.ts';
import { readSlice } from '#lib/server/db/list-page.ts';
import { auditLog, company, message, paper } from '#lib/server/db/schema.ts';
import { writeAudit } from '#lib/server/ledgers/audit-rows.ts';
import { servedLists } from '#lib/server/router/desk-lists.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { person } from '#tests/support/desk-people.ts';
import { callHandler, loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { GET as exportFile } from '../../src/pages/api/desk/[list]/export.ts';

const { db } = await testDatabase();
const now = new Date();
const day = (days: number) => dayKey(now.getTime() + days * 86_400_000);
const context = byStaff(db, now);
const paperKinds = keysOf(paperNames);
/** A name that a spreadsheet would run. */
const evil = '=HYPERLINK("x")';

beforeAll(async () => {
  await db.delete(paper);
  await db.update(company).set({ name: evil }).where(eq(company.id, companies.demo));
  await db.insert(paper).values(
    [companies.demo, companies.other].flatMap((companyId) =>
      paperKinds.map((kind, nth) => ({
        companyId,
        kind,
        number: `0${nth}`,
        validFrom: day(-400),
        validTo: day((nth % 3) + 1),
      })),
    ),
  );
});

describe('places', () => {
  const numbers = (rows: { key: string }[]) => rows.map(({ key }) => key);
  const search = { who: 'leafs', size: 7 };

  beforeAll(async () => {
    await db.transaction(async (tx) => {
      for (let nth = 0; nth < 20; nth++)
        await writeAudit(tx, staffActor('leafs', `r${nth}`), {
          act: 'order.ship',
          subject: 'order',
          key: `K${nth}`,
          before: null,
          after: null,
          at: now,
        });
    });
  });

  it('lead forward through every row once, and back again', async () => {
    const first = await askList(context, audit, search);
    const second = await askList(context, audit, { ...search, after: first.next ?? '' });
    const third = await askList(context, audit, { ...search, after: second.next ?? '' });
    const all = [...first.rows, ...second.rows, ...third.rows];
    expect(numbers(all)).toEqual(Array.from({ length: 20 }, (_, nth) => `K${19 - nth}`));
    expect([first.before, third.next, third.rows.length]).toEqual([null, null, 6]);
    const back = await askList(context, audit, { ...search, before: third.before ?? '' });
    expect(numbers(back.rows)).toEqual(numbers(second.rows));
    const start = await askList(context, audit, { ...search, before: back.before ?? '' });
    expect(numbers(start.rows)).toEqual(numbers(first.rows));
    expect(start.before).toBeNull();
  });

  it('stay where they were when a row comes before them', async () => {
    const first = await askList(context, audit, search);
    await db.transaction((tx) =>
      writeAudit(tx, staffActor('leafs', 'late'), {
        act: 'order.ship',
        subject: 'order',
        key: 'LATE',
        before: null,
        after: null,
        at: now,
      }),
    );
    const second = await askList(context, audit, { ...search, after: first.next ?? '' });
    expect(numbers(second.rows)[0]).toBe('K12');
  });

  it('of another order, and those made by hand, are refused', async () => {
    const { next } = await askList(context, audit, search);
    for (const after of ['x', `${next}x`, (next ?? '').slice(0, -3)])
      await expect(askList(context, audit, { ...search, after })).rejects.toMatchObject({ code: 422 });
    const { next: byDay } = await askList(context, papers, { size: 1 });
    await expect(
      askList(context, papers, { size: 1, sort: 'company', after: byDay ?? '' }),
    ).rejects.toMatchObject({ code: 422 });
  });

  it('of an old address with a number of a page are its first page', async () => {
    const admin = await person(db, 'list.old', 'admin');
    const old = await request<{ rows: object[] }>(routeOf(api.audit), {
      path: '/api/desk/audit?who=leafs&page=3',
      cookie: admin.cookie,
    });
    expect([old.code, old.data.rows.length]).toEqual([200, 21]);
  });
});

describe('every list', () => {
  const merchant = { db, now, actor: { kind: 'merchant', name: 'boss', merchantId: 5 } } as const;
  const textFor = ({ kind, words = {} }: Filter) =>
    kind === 'choice' ? (Object.keys(words)[0] ?? '') : kind === 'from' || kind === 'to' ? day(0) : '0';

  it.each(servedLists.map(({ list, load }) => [list.page, list, load] as const))(
    '%s has SQL for its columns, boxes and orders',
    async (page, list, load) => {
      const reader = routes[page].who === 'merchant' ? merchant : context;
      const { rows, acts = {} } = await load();
      const reading = { merchantId: reader.actor.merchantId, name: 'boss', now };
      const source = rows.source(reading);
      const made = Object.keys(rows.finish?.({}, reading) ?? {});
      const slice = { sort: readSort(list, '') ?? [], place: null, isBack: false, limit: 1 };
      const read = await readSlice(db, { list, source, values: {} }, slice);
      const [more = {}] = (await rows.finishAll?.(db, read.length > 0 ? read : [{}], reading)) ?? [];
      const known = [...Object.keys(source.columns), ...made, ...Object.keys(more)];
      expect(new Set(known)).toEqual(new Set(Object.keys(list.columns)));
      const sorts = Object.entries(list.columns).flatMap(([name, { isSortable }]) =>
        isSortable ? [name] : [],
      );
      for (const sort of ['', 'id', ...sorts, ...sorts.map((name) => `-${name}`)])
        await askList(reader, list, { sort });
      for (const [name, filter] of Object.entries(list.filters))
        await askList(reader, list, { [name]: textFor(filter) });
      expect(Object.keys(acts).toSorted()).toEqual(Object.keys(list.acts ?? {}).toSorted());
    },
  );
});

describe('an order', () => {
  const leaf = async (sort: string) => {
    const found = [];
    for (let after: string | null = ''; after !== null; ) {
      const page: Awaited<ReturnType<typeof askList<typeof papers>>> = await askList(context, papers, {
        sort,
        after,
        size: 4,
      });
      found.push(...page.rows);
      after = page.next;
    }
    return found;
  };

  it('is that of the database, whatever its columns and with rows without a value last', async () => {
    const [reminded] = (await askList(context, papers, { size: 1 })).rows;
    await remindPaper(context, { id: reminded?.id ?? 0 });
    for (const sort of ['', '-valid_to', 'company,-valid_to', 'reminded_on', '-reminded_on,kind', '-id']) {
      const rows = await leaf(sort);
      const whole = await askList(context, papers, { sort, size: 100 });
      expect(rows, sort).toEqual(whole.rows);
      expect(new Set(rows.map(({ id }) => id)).size, sort).toBe(2 * paperKinds.length);
      if (sort.includes('reminded_on')) expect(rows[0]?.id, sort).toBe(reminded?.id);
    }
    const days = (await leaf('-valid_to')).map(({ valid_to: last }) => last);
    expect(days).toEqual(days.toSorted().toReversed());
  });
});

describe('a file', () => {
  const take = (query: string, cookie: string, list = 'papers') =>
    callHandler(exportFile, { params: { list }, path: `/api/desk/${list}/export${query}`, cookie });

  it('has the search, the order and the chosen columns, and nothing that a spreadsheet would run', async () => {
    const { cookie } = await person(db, 'list.file', 'review');
    const answer = await take('?company=HYPER&sort=-valid_to&columns=valid_to,number&key=', cookie);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = new TextDecoder().decode(bytes).trim().split('\r\n');
    expect(lines[0]).toBe('企业,编号,有效期至');
    expect(lines).toHaveLength(1 + paperKinds.length);
    expect(lines[1]).toMatch(/^"'=HYPERLINK\(""x""\)",\t0\d,20/);
    expect(lines[1]?.slice(-10)).toBe(day(3));
    const [entry] = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.act, 'list.export'))
      .orderBy(desc(auditLog.id));
    expect(entry).toMatchObject({
      actorId: 'list.file',
      subjectKey: '资质到期提醒',
      after: { rows: paperKinds.length, filter: '?company=HYPER&sort=-valid_to&columns=valid_to%2Cnumber' },
    });
  });

  it('is for those who may open the list', async () => {
    const goods = await person(db, 'list.goods', 'goods');
    expect((await take('', goods.cookie)).status).toBe(403);
    expect((await take('', goods.cookie, 'nothing')).status).toBe(404);
    expect((await take('?sort=number', (await person(db, 'list.wrong', 'review')).cookie)).status).toBe(422);
    const visitor = await take('', await loginAs('demo'));
    expect(visitor.headers.get('location')).toMatch(/^\/desk\/login\?next=/);
  });
});

describe('an act on ticked rows', () => {
  const remind = routeOf(api.deskPapersRemindMany);
  const send = (cookie: string, body: object) =>
    request<BulkDone>(remind, {
      method: 'POST',
      body: { token: 'list.bulk', ...body },
      cookie,
      type: 'application/json',
    });
  const notified = () => db.$count(message, eq(message.kind, 'paper'));

  it('answers how many were done, and why others were refused; two people at once do it once', async () => {
    const { cookie } = await person(db, 'list.bulk', 'review');
    const { rows } = await askList(context, papers, { company: 'HYPER', sort: '-valid_to' });
    const before = await notified();
    const gone = 2_000_000;
    const ids = [...rows.slice(0, 3).map(({ id }) => id), gone];
    const answers = await Promise.all([1, 2].map(() => send(cookie, { ids })));
    for (const { code, data } of answers)
      expect([code, data.done, data.refused]).toEqual([
        200,
        3,
        [{ name: String(gone), why: '这份资质已更新或不在到期范围内，请刷新列表' }],
      ]);
    // One message a licence.
    expect((await notified()) - before).toBe(3);
    const written = await db.$count(
      auditLog,
      and(eq(auditLog.act, 'paper.remind'), eq(auditLog.actorId, 'list.bulk')),
    );
    expect(written).toBe(3);
  });

  it('is for those who may do it to one, and takes no more than a page', async () => {
    const goods = await person(db, 'list.other', 'goods');
    const review = await person(db, 'list.many', 'review');
    expect((await send(goods.cookie, { ids: [1] })).code).toBe(403);
    expect((await send(await loginAs('demo'), { ids: [1] })).code).toBe(404);
    const ids = Array.from({ length: 1_001 }, (_, nth) => nth + 1);
    expect(await send(review.cookie, { ids })).toMatchObject({ code: 422, message: '一次最多处理1000行' });
    expect((await send(review.cookie, { search: 'sort=number', count: 1 })).code).toBe(422);
  });
});
