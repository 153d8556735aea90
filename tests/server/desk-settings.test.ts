/** The page of settings: changed field by field, with a reason or a second person where one is wanted, and taken back. */

import { and, desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { api } from '#lib/contract/api.ts';
import type { SettingHistory, SettingsAnswer, TriedProvider } from '#lib/contract/settings.ts';
import { type SettingKey, settingsOf } from '#lib/rules/site/settings.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { auditLog, siteSetting, waitingAct } from '#lib/server/db/schema.ts';
import { listProviderStates } from '#lib/server/settings/providers.ts';
import { getSettings } from '#lib/server/site/settings.ts';
import { openLogisticsProvider } from '#tests/counterparts/logistics.ts';
import { openSmsProvider } from '#tests/counterparts/sms.ts';
import { testDatabase } from '#tests/support/database.ts';
import { person } from '#tests/support/desk-people.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const read = routeOf(api.deskSettings);
const save = routeOf(api.saveSettings);
const history = routeOf(api.settingHistory);
const undo = routeOf(api.undoSetting);
const attempt = routeOf(api.tryProvider);
const pass = routeOf(api.deskActsPass);

const { db, pool } = await testDatabase();
const ming = await person(db, 'settings.ming', 'admin');
const ling = await person(db, 'settings.ling', 'admin');

const rowsOf = async () => (await request<SettingsAnswer>(read, { cookie: ming.cookie })).data.list;
const rowOf = async (key: SettingKey) => (await rowsOf()).find((row) => row.key === key)!;

/** Sends changes of what was read in `from`, or is now. */
async function change(
  values: Partial<Record<SettingKey, string>>,
  { reason = '', cookie = ming.cookie, from = undefined as SettingsAnswer['list'] | undefined } = {},
) {
  const rows = from ?? (await rowsOf());
  const changes = Object.entries(values).map(([key, value]) => {
    const { version, value: seen } = rows.find((row) => row.key === key)!;
    return { key, version, seen, value };
  });
  return request<SettingsAnswer>(save, { body: { changes, reason }, cookie });
}
const entriesOf = (key: SettingKey) =>
  request<SettingHistory>(history, { cookie: ming.cookie, params: { key } });

beforeEach(() => db.delete(siteSetting).where(eq(siteSetting.key, 'qq1')));

describe('a change', () => {
  it('is in force at once, counted, and in the history with who, before, after and why', async () => {
    const before = await rowOf('hotLine');
    expect(await getSettings(db)).toMatchObject({ hotLine: before.value });
    const done = await change(
      { hotLine: '400-800-8888', company: '武汉某某医药有限公司' },
      { reason: '公司更名' },
    );
    expect(done).toMatchObject({ code: 200, data: { changed: ['运营主体名称', '客服热线'], waits: [] } });
    await expect.poll(async () => (await getSettings(db)).hotLine, { timeout: 20_000 }).toBe('400-800-8888');
    expect(await rowOf('hotLine')).toMatchObject({ value: '400-800-8888', version: before.version + 1 });
    const again = await change({ hotLine: '400-800-8888' });
    expect(again).toMatchObject({ code: 200, data: { changed: [] } });
    const { list } = (await entriesOf('company')).data;
    expect(list).toEqual([
      expect.objectContaining({
        who: 'settings.ming',
        to: '武汉某某医药有限公司',
        reason: '公司更名',
        may_undo: 1,
      }),
    ]);
    expect(
      await db.$count(auditLog, and(eq(auditLog.subject, 'setting'), eq(auditLog.subjectKey, 'company'))),
    ).toBe(1);
  });

  it('is refused with a sentence at its field, and nothing of it is written', async () => {
    const wrong = await change({ qq2: '12345678', maxUnpaidTrades: '0' });
    expect(wrong).toMatchObject({
      code: 422,
      data: { errors: { maxUnpaidTrades: ['未付款交易上限须为1到200之间的整数'] } },
    });
    expect(await change({ address: '另一个地址1号' })).toMatchObject({
      code: 422,
      data: { errors: { reason: ['请填写修改原因'] } },
    });
    expect((await rowOf('qq2')).value).not.toBe('12345678');
    const unknown = { changes: [{ key: 'secret', version: 0, seen: '', value: 'x' }], reason: '' };
    expect(await request(save, { body: unknown, cookie: ming.cookie })).toMatchObject({ code: 422 });
  });

  it('of two people at once collides where both gave the same setting another value, and merges elsewhere', async () => {
    const from = await rowsOf();
    const both = await Promise.all([
      change({ qq1: '11111111', serviceHours: '全天' }, { from }),
      change({ qq1: '22222222' }, { from, cookie: ling.cookie }),
    ]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409]);
    const now = (await rowOf('qq1')).value;
    expect(both.find(({ code }) => code === 409)?.message).toBe(
      `客服QQ：您改为${now === '11111111' ? '22222222' : '11111111'}，别人已改为${now}`,
    );
    expect(await change({ hotSearches: '口罩\n黄芪' }, { from, cookie: ling.cookie })).toMatchObject({
      code: 200,
    });
    expect((await getSettings(db)).hotSearches).toBeDefined();
    expect((await rowOf('hotSearches')).value).toBe('口罩\n黄芪');
  });

  it('made by SQL counts as well: who read it before is told', async () => {
    await change({ qq1: '11111111' });
    const from = await rowsOf();
    await pool.query(`update site_setting set value = '"33333333"' where key = 'qq1'`);
    expect(await change({ qq1: '22222222' }, { from })).toMatchObject({
      code: 409,
      message: /别人已改为33333333/,
    });
  });
});

describe('a setting of two people', () => {
  it('waits for another administrator, who may not be the one who asked', async () => {
    const asked = await change({ actAlone: '50' }, { reason: '人手不够' });
    expect(asked).toMatchObject({ code: 200, data: { changed: [], waits: ['一人一天可办的金额'] } });
    expect(await rowOf('actAlone')).toMatchObject({
      value: '10',
      waiting: '50元',
      waiting_by: 'settings.ming',
    });
    expect(await change({ actAlone: '60' }, { reason: '再试' })).toMatchObject({
      code: 409,
      message: /在等待复核/,
    });
    const [act] = await db
      .select()
      .from(waitingAct)
      .where(eq(waitingAct.kind, 'setting'))
      .orderBy(desc(waitingAct.id));
    const decide = (cookie: string) =>
      request(pass, { method: 'POST', cookie, params: { id: String(act!.id) } });
    expect(await decide(ming.cookie)).toMatchObject({ code: 403, message: /不能复核自己提出的/ });
    expect(await decide(ling.cookie)).toMatchObject({
      code: 200,
      data: { state: 'passed', company: '平台' },
    });
    expect(await rowOf('actAlone')).toMatchObject({ value: '50', waiting: '' });
    const [entry] = (await entriesOf('actAlone')).data.list;
    expect(entry).toMatchObject({
      who: 'settings.ling',
      from: '10元',
      to: '50元',
      reason: '人手不够（settings.ming提出）',
    });
  });

  it('is not carried out over a value that came meanwhile', async () => {
    await change({ refundAlone: '100' }, { reason: '先收紧' });
    await pool.query(`insert into site_setting (key, value) values ('refundAlone', '500')`);
    const [act] = await db.select().from(waitingAct).where(eq(waitingAct.subject, 'setting:refundAlone'));
    const told = await request(pass, {
      method: 'POST',
      cookie: ling.cookie,
      params: { id: String(act!.id) },
    });
    expect(told).toMatchObject({ code: 409, message: /设置在提出之后已改为500元/ });
  });
});

describe('taking back', () => {
  const back = (key: SettingKey, entry: number) =>
    request<SettingsAnswer>(undo, { body: { entry }, cookie: ming.cookie, params: { key } });

  it('puts the old value back once, and not over one that came since', async () => {
    const first = await rowOf('chatUrl');
    await change({ chatUrl: 'https://chat.example.com/1' });
    const [entry] = (await entriesOf('chatUrl')).data.list;
    expect(await back('chatUrl', entry!.id)).toMatchObject({
      code: 200,
      data: { changed: ['在线客服网址'] },
    });
    expect((await rowOf('chatUrl')).value).toBe(first.value);
    expect(await back('chatUrl', entry!.id)).toMatchObject({ code: 200, data: { changed: [] } });
    await change({ chatUrl: 'https://chat.example.com/1' });
    await change({ chatUrl: 'https://chat.example.com/2' });
    const { list } = (await entriesOf('chatUrl')).data;
    const old = list.find(({ to }) => to.endsWith('/1'))!;
    expect(old).toMatchObject({
      may_undo: 0,
      problem: expect.stringContaining('现在是https://chat.example.com/2'),
    });
    expect(await back('chatUrl', old.id)).toMatchObject({
      code: 409,
      message: /当时改为https:\/\/chat.example.com\/1/,
    });
    expect(await back('chatUrl', 999_999)).toMatchObject({ code: 404 });
    expect(await back('qq2', list[0]!.id)).toMatchObject({ code: 404 });
  });
});

describe('a provider', () => {
  const ask = (key: string) =>
    request<TriedProvider>(attempt, { method: 'POST', cookie: ming.cookie, params: { key } });
  const stateOf = (key: string) => listProviderStates().list.find((one) => one.key === key);

  it('is called once: right keys work, wrong ones do not, and no key is shown', async () => {
    const [aliyun, tencent, kuaidi] = await Promise.all([
      openSmsProvider('aliyun', 'aliyun-secret'),
      openSmsProvider('tencent', 'tencent-secret'),
      openLogisticsProvider('kuaidi100'),
    ]);
    expect(stateOf('aliyun')).toMatchObject({ is_set: 0, may_try: 0 });
    expect(await ask('aliyun')).toMatchObject({ code: 404 });
    completeEnv({
      SMS_ALIYUN_KEY_ID: 'key',
      SMS_ALIYUN_KEY_SECRET: 'aliyun-secret',
      SMS_ALIYUN_SIGN: '药批网',
      SMS_ALIYUN_CODE_TEMPLATE: 'SMS_1',
      SMS_ALIYUN_ENDPOINT: aliyun.origin,
      SMS_TENCENT_SECRET_ID: 'id',
      SMS_TENCENT_SECRET_KEY: 'a-wrong-secret',
      SMS_TENCENT_APP_ID: '1400000000',
      SMS_TENCENT_SIGN: '药批网',
      SMS_TENCENT_CODE_TEMPLATE: '1',
      SMS_TENCENT_ENDPOINT: tencent.origin,
      ...kuaidi.env,
    });
    expect(stateOf('aliyun')).toMatchObject({ is_set: 1, may_try: 1 });
    expect(await ask('aliyun')).toMatchObject({
      code: 200,
      data: { is_ok: 1, text: '已连通，验证码模板可用' },
    });
    expect(aliyun).toMatchObject({ forged: 0, taken: [] });
    const wrong = await ask('tencent');
    expect(wrong).toMatchObject({ code: 200, data: { is_ok: 0 } });
    expect(JSON.stringify([wrong.data, listProviderStates()])).not.toMatch(/secret/);
    completeEnv({ SMS_TENCENT_SECRET_KEY: 'tencent-secret', SMS_TENCENT_CODE_TEMPLATE: '9' });
    expect((await ask('tencent')).data).toMatchObject({
      is_ok: 0,
      text: expect.stringContaining('template'),
    });
    completeEnv({ SMS_TENCENT_CODE_TEMPLATE: '1' });
    expect((await ask('tencent')).data).toMatchObject({ is_ok: 1 });
    expect((await ask('kuaidi100')).data).toMatchObject({ is_ok: 1 });
    expect((await ask('files')).data).toMatchObject({ is_ok: 1, text: '可以写入、读出和删除' });
    expect((await ask('backup')).data).toMatchObject({ is_ok: 1 });
    for (const key of ['bank', 'constructor', 'nothing']) expect(await ask(key)).toMatchObject({ code: 404 });
  });
});

it('is for the platform’s administrator alone', async () => {
  const clerk = await person(db, 'settings.clerk', 'finance');
  const boss = await person(db, 'settings.boss', 'admin', 1);
  expect(await request(read, { cookie: clerk.cookie })).toMatchObject({
    code: 403,
    message: /不能修改商城设置/,
  });
  expect(await request(read, { cookie: boss.cookie })).toMatchObject({ code: 404 });
  expect(await change({ qq1: '12345678' }, { cookie: clerk.cookie })).toMatchObject({ code: 403 });
  expect(await request(read, {})).toMatchObject({ code: 404 });
});

describe('the rules of signing in', () => {
  const rules = routeOf(api.deskSignRules);
  const saveRules = routeOf(api.saveSignRules);
  const rulesHistory = routeOf(api.signRuleHistory);
  const undoRule = routeOf(api.undoSignRule);
  const refuse = routeOf(api.deskActsRefuse);
  const cards7 = async () => Number((await rowOf('signCards7')).value);
  /** Passes, or refuses, the newest change of the cards of seven days. */
  async function decideRule(cookie: string, call = pass) {
    const of = and(eq(waitingAct.kind, 'sign_rule'), eq(waitingAct.subject, 'setting:signCards7'));
    const [act] = await db.select().from(waitingAct).where(of).orderBy(desc(waitingAct.id));
    return request(call, { cookie, params: { id: String(act!.id) }, body: { reason: '再核对' } });
  }

  it('are changed and taken back by who looks after points once a second person agrees, and nothing else is', async () => {
    const market = await person(db, 'settings.market', 'marketing');
    const second = await person(db, 'settings.market2', 'marketing');
    const finance = await person(db, 'settings.money', 'finance');
    const { cookie } = market;
    const { data } = await request<SettingsAnswer>(rules, { cookie });
    expect(data.list.map(({ key }) => key).toSorted()).toEqual(settingsOf('sign').toSorted());
    const put = (key: string, value: string, reason = '周年活动') => {
      const { version, value: seen } = data.list.find((row) => row.key === key) ?? { version: 0, value: '' };
      return request<SettingsAnswer>(saveRules, {
        body: { changes: [{ key, version, seen, value }], reason },
        cookie,
      });
    };
    expect(await put('signCards7', '2')).toMatchObject({
      code: 200,
      data: { changed: [], waits: ['连签7天补签卡'] },
    });
    expect(await put('signCards7', '3')).toMatchObject({
      code: 409,
      message: /已有一条修改签到规则在等待复核/,
    });
    expect(await put('signBonus15', '80', '')).toMatchObject({ code: 422 });
    expect(await put('signCards7', '6')).toMatchObject({ code: 422 });
    // Another setting is none of theirs, by whichever call.
    for (const key of ['hotLine', 'actAlone', 'pointsWorth'])
      expect(await put(key, '1')).toMatchObject({ code: 422 });
    expect(await change({ signDaily: '9' }, { reason: '试', cookie, from: await rowsOf() })).toMatchObject({
      code: 403,
    });
    expect(await request(rulesHistory, { cookie, params: { key: 'hotLine' } })).toMatchObject({ code: 422 });
    expect(await request(undoRule, { cookie, params: { key: 'hotLine' }, body: { entry: 1 } })).toMatchObject(
      {
        code: 422,
      },
    );
    // Nothing is in force before a second person has passed it: neither who asked nor another of its role.
    expect(await cards7()).toBe(0);
    for (const by of [cookie, second.cookie]) expect((await decideRule(by)).code).toBe(403);
    const passes = await Promise.all([finance.cookie, ming.cookie].map((by) => decideRule(by)));
    expect(passes.map(({ code }) => code).toSorted()).toEqual([200, 409]);
    expect(await cards7()).toBe(2);
    await expect.poll(async () => (await getSettings(db)).signCards7, { timeout: 20_000 }).toBe(2);
    const entries = await request<SettingHistory>(rulesHistory, { cookie, params: { key: 'signCards7' } });
    expect(entries.data.list).toMatchObject([
      { who: expect.not.stringMatching('market'), to: '2张', reason: '周年活动（settings.market提出）' },
    ]);
    const [{ id } = { id: 0 }] = entries.data.list;
    const back = await request<SettingsAnswer>(undoRule, {
      cookie,
      params: { key: 'signCards7' },
      body: { entry: id },
    });
    expect(back).toMatchObject({ code: 200, data: { changed: [], waits: ['连签7天补签卡'] } });
    expect(back.data.list).toHaveLength(settingsOf('sign').length);
    expect(await cards7()).toBe(2);
    expect(await decideRule(finance.cookie, refuse)).toMatchObject({ data: { state: 'refused' } });
    expect(await cards7()).toBe(2);
    expect(await request(rules, { cookie: finance.cookie })).toMatchObject({ code: 403 });
  });
});
