/** Saved views of the lists of the desks: whose they are, whom they are shared with, and what they keep. */
import { describe, expect, it } from 'vitest';
import { api } from '#lib/contract/api.ts';
import { maxViews } from '#lib/contract/desk/view-limits.ts';
import type { DeskViews } from '#lib/contract/desk/views.ts';
import { testDatabase } from '#tests/support/database.ts';
import { person } from '#tests/support/desk-people.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const { db, pool } = await testDatabase();
const one = await person(db, 'view.one', 'review');
const two = await person(db, 'view.two', 'review');
const service = await person(db, 'view.service', 'service');
const boss = await person(db, 'view.boss', 'admin', 5);
const partner = await person(db, 'view.partner', 'admin', 5);
const other = await person(db, 'view.other', 'admin', 6);

type By = Pick<typeof one, 'cookie'>;
const list = (by: By, name = 'papers') =>
  request<DeskViews>(routeOf(api.deskViews), { path: `/api/desk/views?list=${name}`, cookie: by.cookie });
const save = (by: By, body: object) =>
  request<DeskViews>(routeOf(api.saveDeskView), { method: 'POST', body, cookie: by.cookie });
const change = (by: By, id: number, body: object) =>
  request<DeskViews>(routeOf(api.changeDeskView), {
    method: 'POST',
    params: { id: String(id) },
    body,
    cookie: by.cookie,
  });
const drop = (by: By, id: number) =>
  request<DeskViews>(routeOf(api.dropDeskView), {
    method: 'POST',
    params: { id: String(id) },
    cookie: by.cookie,
  });
const names = ({ data }: { data: DeskViews }) => data.list.map(({ name }) => name);
const idOf = ({ data }: { data: DeskViews }, name: string) =>
  data.list.find((view) => view.name === name)?.id ?? 0;

describe('a saved view', () => {
  it('keeps search, order and columns, and neither a place nor what the list does not know', async () => {
    const saved = await save(one, {
      list: 'papers',
      name: '江汉',
      search: '?company=江汉&sort=-valid_to&columns=number&after=abc&page=3&x=1',
    });
    expect(saved.data.list).toEqual([
      {
        id: expect.any(Number),
        name: '江汉',
        href: '/desk/papers?company=%E6%B1%9F%E6%B1%89&sort=-valid_to&columns=number',
        role: '',
        owner: 'view.one',
        is_own: 1,
      },
    ]);
    expect(await save(one, { list: 'papers', name: '错', search: '?sort=number' })).toMatchObject({
      code: 422,
      data: { errors: { search: ['不能按这个顺序排列'] } },
    });
    expect((await save(one, { list: 'papers', name: ' ', search: '' })).code).toBe(422);
  });

  it('leaves out the choice that the list begins with', async () => {
    const hrefOf = async (search: string) => {
      const { data } = await save(boss, { list: 'lots', name: search, search });
      return data.list.find(({ name }) => name === search)?.href;
    };
    expect(await hrefOf('?state=stock')).toBe('/desk/lots');
    expect(await hrefOf('?state=all')).toBe('/desk/lots?state=all');
    await pool.query(`delete from desk_view where list = 'lots'`);
  });

  it('is saved once by two presses, and replaced by the same name', async () => {
    const view = { list: 'papers', name: '两次', search: '?company=a' };
    const both = await Promise.all([save(one, view), save(one, view)]);
    for (const answer of both) expect(names(answer).filter((name) => name === '两次')).toHaveLength(1);
    const again = await save(one, { ...view, search: '?company=b' });
    expect(again.data.list.find(({ name }) => name === '两次')?.href).toBe('/desk/papers?company=b');
  });

  it('is its owner’s: another neither sees, changes nor deletes it', async () => {
    const id = idOf(await save(one, { list: 'papers', name: '我的', search: '' }), '我的');
    expect(names(await list(two))).toEqual([]);
    for (const by of [two, service, boss]) {
      expect((await change(by, id, { name: '你的', role: '' })).code).toBe(404);
      expect((await drop(by, id)).code).toBe(404);
    }
    expect(names(await list(one))).toContain('我的');
    expect((await change(one, id, { name: '两次', role: '' })).data).toMatchObject({
      errors: { name: ['已有同名的视图'] },
    });
    expect(names(await change(one, id, { name: '改名', role: '' }))).toContain('改名');
    expect(names(await drop(one, id))).not.toContain('改名');
    expect((await drop(one, id)).code).toBe(404);
  });

  it('is shared with a role of its side and merchant', async () => {
    const id = idOf(await save(one, { list: 'papers', name: '共享', search: '' }), '共享');
    expect((await change(one, id, { name: '共享', role: 'finance' })).data).toMatchObject({
      errors: { role: ['这个角色不能打开这个列表'] },
    });
    await change(one, id, { name: '共享', role: 'review' });
    expect((await list(two)).data.list).toMatchObject([{ name: '共享', owner: 'view.one', is_own: 0 }]);
    expect((await change(two, id, { name: '夺取', role: '' })).code).toBe(404);

    await save(boss, { list: 'audit', name: '本店', search: '', role: 'admin' });
    expect(names(await list(partner, 'audit'))).toEqual(['本店']);
    expect(names(await list(other, 'audit'))).toEqual([]);
    // Neither the platform’s people with a role of that name.
    const admin = await person(db, 'view.admin', 'admin');
    expect(names(await list(admin, 'audit'))).toEqual([]);
    // Who has left shares nothing any more.
    await pool.query(`update staff set disabled_at = now() where username = 'view.one'`);
    expect(names(await list(two))).toEqual([]);
  });

  it('is of a list that the person may open', async () => {
    for (const by of [service, boss]) expect((await list(by)).code).toBe(404);
    expect((await save(service, { list: 'papers', name: '不可', search: '' })).code).toBe(404);
    expect((await list(two, 'nothing')).code).toBe(404);
    expect((await list({ cookie: await loginAs('demo') })).code).toBe(404);
  });

  it('is one of a bounded number', async () => {
    for (let nth = 0; nth < maxViews; nth++)
      await save(two, { list: 'papers', name: `第${nth}个`, search: '' });
    expect(await save(two, { list: 'papers', name: '多一个', search: '' })).toMatchObject({
      code: 422,
      message: `每个列表最多保存${maxViews}个视图，请先删除不用的`,
    });
    expect(names(await list(two))).toHaveLength(maxViews);
    // One of them is replaced all the same.
    expect((await save(two, { list: 'papers', name: '第0个', search: '?company=x' })).code).toBe(200);
  });
});
