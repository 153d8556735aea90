/** Registering: a phone becomes an account with a draft, the draft survives, and nobody learns who has an account. */

import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { creditCode } from '#demo/seed/credit-code.ts';
import { users } from '#demo/seed/known.ts';
import { solvePuzzle } from '#lib/client/stores/shell/puzzle.ts';
import { api } from '#lib/contract/api.ts';
import type { RegisterStatus, StoreTableChecked } from '#lib/contract/registration/calls.ts';
import { agreementVersion } from '#lib/rules/companies/registration.ts';
import { storeHeads, storeTableSpec } from '#lib/rules/companies/store-table.ts';
import { csvText } from '#lib/rules/text/csv.ts';
import {
  agreementAcceptance,
  company,
  companyApplication,
  member,
  phoneCode,
  rateLimit,
  session,
  user,
} from '#lib/server/db/schema.ts';
import { importLimits } from '#lib/server/engines/tables/limits.ts';
import { readTable } from '#lib/server/engines/tables/read-table.ts';
import { testDatabase } from '#tests/support/database.ts';
import { callHandler, cookieOf, loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { askCode, codeOf, messagesTo } from '#tests/support/sms.ts';
import { GET as getTemplate } from '../../src/pages/api/register/stores/template.ts';

const logIn = routeOf(api.login);
const prove = routeOf(api.provePhone);
const status = routeOf(api.registerStatus);
const step1 = routeOf(api.registerAccount);
const step2 = routeOf(api.registerCompany);
const checkTable = routeOf(api.checkStoreTable);
const handInCall = routeOf(api.handIn);

const { db } = await testDatabase();
const password = '长江边的灯塔-7921';
let serial = 0;
const newPhone = () => `1391000${String(serial++).padStart(4, '0')}`;

beforeEach(async () => {
  await Promise.all([db.delete(rateLimit), db.delete(phoneCode)]);
});

const register = (phone: string, code: string, more: object = {}) =>
  request<{ page: string; puzzle?: string; is_taken?: number }>(step1, {
    body: { phone, code, password, agreement: agreementVersion, ...more },
    address: '198.51.100.1',
  });

async function codeFor(phone: string): Promise<string> {
  const before = (await messagesTo(db, phone)).length;
  expect(await askCode(phone, '198.51.100.1', 'register')).toMatchObject({ code: 200 });
  return codeOf(db, phone, before + 1);
}

/** A new account: its phone and its cookie. */
async function newAccount(more: object = {}) {
  const phone = newPhone();
  const made = await register(phone, await codeFor(phone), more);
  expect(made.code, made.message).toBe(200);
  return { phone, cookie: cookieOf(made.headers), page: made.data.page };
}

const look = async (cookie?: string) =>
  (await request<RegisterStatus>(status, cookie === undefined ? {} : { cookie })).data;

const whole = (at: number) => ({
  name: `江城百姓大药房${at}`,
  credit_code: creditCode('420111', 500_000 + at),
  buyer_type: 'pharmacy',
  region_code: '420111',
  receiver: '张三',
  phone: '13912345678',
  detail: '珞喻路1号',
  scopes: ['化学药制剂', '中成药'],
});
const describeIt = (cookie: string, body: object) => request<RegisterStatus>(step2, { body, cookie });

async function companyOf(phone: string) {
  const [row] = await db
    .select({ id: company.id, status: company.status, name: company.name, userId: user.id })
    .from(user)
    .innerJoin(member, eq(member.userId, user.id))
    .innerJoin(company, eq(company.id, member.companyId))
    .where(eq(user.phoneNumber, phone));
  if (row === undefined) throw new Error('no company');
  return row;
}

describe('an account', () => {
  it('is made by a code, with a company in 待提交, the agreement and a session', async () => {
    const { phone, cookie, page } = await newAccount();
    expect(page).toBe('/register/step2');
    const own = await companyOf(phone);
    expect(own).toMatchObject({ status: 'draft', name: `待完善的企业（尾号${phone.slice(-4)}）` });
    const [agreed] = await db
      .select()
      .from(agreementAcceptance)
      .where(eq(agreementAcceptance.userId, own.userId));
    expect(agreed).toMatchObject({ version: agreementVersion, address: '198.51.100.1' });
    expect(await look(cookie)).toMatchObject({
      step: 2,
      state: 'draft',
      page: '/register/step2',
      version: 1,
    });
    expect(await look()).toMatchObject({ step: 1, state: '' });
    expect(await request(logIn, { body: { username: phone, password } })).toMatchObject({ code: 200 });
  });

  it('has the name that was said, as one line without hidden signs, or one by the phone', async () => {
    const nameOf = async (phone: string) =>
      (await db.select({ name: user.name }).from(user).where(eq(user.phoneNumber, phone)))[0]?.name;
    const named = await newAccount({ name: ' 许\u200b安然\u202e ' });
    expect(await nameOf(named.phone)).toBe('许安然');
    const unnamed = await newAccount();
    expect(await nameOf(unnamed.phone)).toBe(`用户${unnamed.phone.slice(-4)}`);
    const phone = newPhone();
    const code = await codeFor(phone);
    expect(await register(phone, code, { name: '长'.repeat(31) })).toMatchObject({
      code: 422,
      message: '联系人姓名最多30个字',
    });
  });

  it('has a session of its own, whatever cookie came along', async () => {
    const stranger = await loginAs('other');
    const phone = newPhone();
    const code = await codeFor(phone);
    const made = await request(step1, {
      body: { phone, code, password, agreement: agreementVersion },
      cookie: stranger,
      address: '198.51.100.1',
    });
    const token = (text: string) => /yp\.session_token=([^;.]+)/.exec(text)?.[1];
    expect(token(cookieOf(made.headers))).toBeTruthy();
    expect(token(cookieOf(made.headers))).not.toBe(token(stranger));
    const { userId } = await companyOf(phone);
    expect(await db.$count(session, eq(session.userId, userId))).toBe(1);
  });

  it('is made once, of ten who bring the code at once', async () => {
    const phone = newPhone();
    const code = await codeFor(phone);
    const answers = await Promise.all(Array.from({ length: 10 }, () => register(phone, code)));
    expect(answers.filter((one) => one.code === 200)).toHaveLength(1);
    expect(await db.$count(user, eq(user.phoneNumber, phone))).toBe(1);
  });

  it('of a phone that has one is told of only to who has the right code', async () => {
    const [row] = await db.select({ phone: user.phoneNumber }).from(user).where(eq(user.id, users.demo));
    const known = row?.phone ?? '';
    const unknown = newPhone();
    const [one, other] = [
      await askCode(known, '198.51.100.1', 'register'),
      await askCode(unknown, '198.51.100.1', 'register'),
    ];
    expect([one.code, one.data, one.message]).toEqual([other.code, other.data, other.message]);
    const [wrongKnown, wrongUnknown] = [await register(known, '000000'), await register(unknown, '000000')];
    expect([wrongKnown.code, wrongKnown.message]).toEqual([wrongUnknown.code, wrongUnknown.message]);
    expect(wrongKnown).toMatchObject({ code: 422, message: '验证码错误或已过期' });
    const right = await register(known, await codeOf(db, known));
    expect(right).toMatchObject({ code: 409, data: { is_taken: 1 } });
    expect(right.headers.getSetCookie()).toEqual([]);
  });

  it('is not opened by a code of another purpose', async () => {
    const phone = newPhone();
    const code = await codeFor(phone);
    expect(await request(prove, { body: { phone, code } })).toMatchObject({ code: 422 });
    const [row] = await db.select({ phone: user.phoneNumber }).from(user).where(eq(user.id, users.other));
    const other = row?.phone ?? '';
    await askCode(other, '198.51.100.1', 'forget');
    const forget = await codeOf(db, other);
    expect(await register(other, forget)).toMatchObject({ code: 422, message: '验证码错误或已过期' });
  });

  it.each([
    [{ agreement: '' }, '请阅读并同意用户协议和隐私政策'],
    [{ agreement: '2020-01-01' }, '用户协议或隐私政策已更新，请刷新页面，阅读后再同意'],
    [{ password: '12345678' }, '这个密码太容易被猜到，请换一个，例如用几个不相干的词'],
    [{ password: 'short' }, '密码至少8个字'],
    [{ form: 'x' }, '注册方式不正确'],
  ])('with %o is refused, and the code still holds', async (more, sentence) => {
    const phone = newPhone();
    const code = await codeFor(phone);
    expect(await register(phone, code, more)).toMatchObject({ code: 422, message: sentence });
    expect(await register(phone, code)).toMatchObject({ code: 200 });
  });

  it('is not opened by guessing ten thousand codes at once', async () => {
    const phone = newPhone();
    const code = await codeFor(phone);
    let opened = 0;
    for (let round = 0; round < 100; round++) {
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, nth) => {
          const text = String(round * 100 + nth).padStart(6, '0');
          return request<object>(step1, {
            body: { phone, code: text === code ? '999999' : text, password, agreement: agreementVersion },
            address: `198.51.${round}.${nth}`,
          });
        }),
      );
      opened += answers.filter((one) => one.code === 200).length;
    }
    expect(opened).toBe(0);
    const [row] = await db.select({ tries: phoneCode.tries }).from(phoneCode);
    expect(row?.tries).toBeLessThanOrEqual(5);
  }, 240_000);

  it('asks for a puzzle after three wrong codes', async () => {
    const phone = newPhone();
    const code = await codeFor(phone);
    const wrong = code === '000000' ? '111111' : '000000';
    for (let nth = 0; nth < 3; nth++) expect((await register(phone, wrong)).data?.puzzle).toBeUndefined();
    const asked = await register(phone, code);
    expect(asked).toMatchObject({ code: 422, message: '请先完成安全验证' });
    const puzzle = await solvePuzzle(asked.data.puzzle ?? '');
    expect(await register(phone, code, { puzzle })).toMatchObject({ code: 200 });
  });
});

describe('what the company is', () => {
  it('is kept as a draft however little it says, and read by another device', async () => {
    const { phone, cookie } = await newAccount();
    const kept = await describeIt(cookie, { version: 1, is_draft: 1, name: '江城' });
    expect(kept).toMatchObject({ code: 200, data: { version: 2, step: 2, company: { name: '江城' } } });
    const elsewhere = await request(logIn, { body: { username: phone, password } });
    const seen = await look(cookieOf(elsewhere.headers));
    expect(seen).toMatchObject({ version: 2, page: '/register/step2', company: { name: '江城' } });
    expect(seen.lacks.map(({ at }) => at)).toContain('creditCode');
  });

  it('is checked when it is sent, and leads to the papers', async () => {
    const { phone, cookie } = await newAccount();
    const empty = await describeIt(cookie, { version: 1 });
    expect(empty).toMatchObject({ code: 422, message: '请填写企业名称' });
    const wrong = await describeIt(cookie, { ...whole(1), version: 1, credit_code: '9144030071526726XH' });
    expect(wrong).toMatchObject({ code: 422, message: '统一社会信用代码校验位不正确，请核对' });
    const sent = await describeIt(cookie, { ...whole(1), version: 1 });
    expect(sent).toMatchObject({ code: 200, data: { step: 3, page: '/register/step3', version: 2 } });
    expect(sent.data.lacks.map(({ at }) => at)).toEqual([
      'business_licence',
      'drug_licence',
      'legal_person_id',
      'purchase_authorisation',
    ]);
    expect(await companyOf(phone)).toMatchObject({ name: '江城百姓大药房1', status: 'draft' });
    // Sent again, and gone back to: the same way once more.
    expect(await describeIt(cookie, { ...whole(1), version: 2, detail: '二楼' })).toMatchObject({
      code: 200,
      data: { step: 3, version: 3, company: { detail: '二楼' } },
    });
  });

  it('is not overwritten by a device that has read an older version, of ten at once by one', async () => {
    const { cookie } = await newAccount();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        describeIt(cookie, { ...whole(at), version: 1, is_draft: at % 2 }),
      ),
    );
    expect(answers.map((one) => one.code).toSorted()).toEqual([200, ...Array(9).fill(409)]);
    const late = await describeIt(cookie, { ...whole(3), version: 1 });
    expect(late).toMatchObject({ code: 409, data: { status: { version: 2 } } });
  });

  it('says nothing of a company with the same name or number', async () => {
    const [first, second] = [await newAccount(), await newAccount()];
    expect(await describeIt(first.cookie, { ...whole(7), version: 1 })).toMatchObject({ code: 200 });
    expect(await describeIt(second.cookie, { ...whole(7), version: 1 })).toMatchObject({ code: 200 });
  });

  it('is not for a visitor, nor once it was handed in or approved', async () => {
    expect(await request(step2, { body: { ...whole(1), version: 1 } })).toMatchObject({ code: 401 });
    for (const name of ['pending', 'demo'] as const)
      expect(await describeIt(await loginAs(name), { ...whole(1), version: 1 })).toMatchObject({ code: 409 });
  });

  it('of a company that was refused goes on as a new draft with what it was', async () => {
    const cookie = await loginAs('rejected');
    const before = await look(cookie);
    expect(before).toMatchObject({ state: 'rejected', step: 3 });
    expect(before.returned.length).toBeGreaterThan(0);
    const kept = await describeIt(cookie, { ...whole(9), version: before.version });
    expect(kept).toMatchObject({ code: 200, data: { step: 3 } });
    const drafts = await db
      .select({ id: companyApplication.id })
      .from(companyApplication)
      .innerJoin(member, eq(member.companyId, companyApplication.companyId))
      .where(and(eq(member.userId, users.rejected), eq(companyApplication.status, 'draft')));
    expect(drafts).toHaveLength(1);
  });
});

describe('every step', () => {
  it('twice and out of order leaves one account, one company and one draft', async () => {
    const phone = newPhone();
    // The second and the last before the first.
    expect((await request(step2, { body: { ...whole(40), version: 1 } })).code).toBe(401);
    expect((await request(handInCall, { method: 'POST', body: {} })).code).toBe(401);
    const code = await codeFor(phone);
    const made = await register(phone, code);
    expect(made.code).toBe(200);
    const cookie = cookieOf(made.headers);
    // The first again, with its code and, when the code may be asked for again, with another one.
    expect((await register(phone, code)).code).toBe(422);
    await Promise.all([db.delete(rateLimit), db.delete(phoneCode)]);
    const again = await register(phone, await codeFor(phone));
    expect(again).toMatchObject({ code: 409, data: { is_taken: 1 } });
    // The last before the second.
    const early = await request(handInCall, { method: 'POST', body: {}, cookie });
    expect(early.code).toBeGreaterThanOrEqual(409);
    expect(early.code).toBeLessThan(500);
    // The second twice: what was read before is an older version by then.
    expect(await describeIt(cookie, { ...whole(40), version: 1 })).toMatchObject({ code: 200 });
    expect((await describeIt(cookie, { ...whole(40), version: 1 })).code).toBe(409);
    // The last before its papers, twice.
    for (let times = 0; times < 2; times++) {
      const lacking = await request(handInCall, { method: 'POST', body: {}, cookie });
      expect(lacking.code).toBeGreaterThanOrEqual(409);
      expect(lacking.code).toBeLessThan(500);
    }
    // Back to the second.
    expect(await describeIt(cookie, { ...whole(40), version: 2, detail: '三楼' })).toMatchObject({
      code: 200,
      data: { version: 3, step: 3 },
    });
    const own = await companyOf(phone);
    expect(own.status).toBe('draft');
    expect(await db.$count(user, eq(user.phoneNumber, phone))).toBe(1);
    expect(await db.$count(companyApplication, eq(companyApplication.companyId, own.id))).toBe(1);
  });
});

describe('a head office', () => {
  it('names its stores, each with a number of its own', async () => {
    const { cookie, page } = await newAccount({ form: 'head' });
    expect(page).toBe('/register/dd/step2');
    const store = (at: number) => ({
      name: `江城百姓${at}店`,
      credit_code: creditCode('420111', 600_000 + at),
      region_code: '420111',
    });
    const head = { ...whole(20), buyer_type: 'chain_head' };
    const twice = await describeIt(cookie, { ...head, version: 1, stores: [store(1), store(1)] });
    expect(twice).toMatchObject({ code: 422, message: '这个代码已经填过，每家门店有自己的代码' });
    expect(
      await describeIt(cookie, { ...head, version: 1, stores: [{ ...store(1), name: '' }] }),
    ).toMatchObject({
      code: 422,
      data: { errors: { 'stores.0.name': ['请填写门店名称'] } },
    });
    const sent = await describeIt(cookie, { ...head, version: 1, stores: [store(1), store(2)] });
    expect(sent).toMatchObject({ code: 200, data: { form: 'head', page: '/register/dd/step3' } });
    expect((await look(cookie)).stores.map(({ name, id }) => [name, id])).toEqual([
      ['江城百姓1店', 0],
      ['江城百姓2店', 0],
    ]);
    // What was kept half filled in after that is not handed in.
    const half = { ...head, version: 2, is_draft: 1, stores: [store(1), { ...store(2), region_code: '' }] };
    expect((await describeIt(cookie, half)).data).toMatchObject({
      step: 2,
      lacks: expect.arrayContaining([expect.objectContaining({ at: 'stores.1.region_code' })]),
    });
    expect(await request(handInCall, { method: 'POST', body: {}, cookie })).toMatchObject({
      code: 422,
      data: { errors: { 'stores.1.region_code': [expect.stringContaining('门店清单')] } },
    });
    // A company of somebody else's is not made a store by its number.
    const forged = await describeIt(cookie, { ...head, version: 3, stores: [{ ...store(1), id: 1 }] });
    expect(forged.data.stores.map(({ id }) => id)).toEqual([0]);
  });

  it('reads many stores out of a table, as it is filled into the template; nothing is saved', async () => {
    const { cookie } = await newAccount({ form: 'head' });
    const template = await callHandler(getTemplate, { cookie });
    expect([template.status, template.headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename*=UTF-8''${encodeURIComponent('门店清单.xlsx')}`,
    ]);
    // What is asked is the content: a busy machine needs longer than the three seconds of an upload.
    const { rows } = await readTable(
      new Uint8Array(await template.arrayBuffer()),
      importLimits,
      't',
      storeTableSpec,
    );
    expect(rows.filter((cells) => cells.some(Boolean))).toEqual([Object.values(storeHeads)]);
    const code = creditCode('420111', 610_000);
    const file = new File(
      [
        csvText([
          Object.values(storeHeads),
          ['江城百姓1店', code, '湖北', '武汉', '洪山'],
          ['2店', '', '', '', ''],
        ]),
      ],
      '门店.csv',
    );
    const body = new FormData();
    body.set('file', file);
    const answer = await request<StoreTableChecked>(checkTable, { cookie, body });
    expect(answer).toMatchObject({ code: 200, data: { table: { head: 1, questions: [] } } });
    expect(answer.data.list).toMatchObject([
      { row: 2, name: '江城百姓1店', credit_code: code, region_code: '420111', region: '湖北省武汉市洪山区' },
      { row: 3, state: 'mend', field: 'credit_code', sentence: '请输入统一社会信用代码' },
    ]);
    expect((await look(cookie)).stores).toEqual([]);
    expect(await request(checkTable, { method: 'POST', cookie, body: { text: ' ' } })).toMatchObject({
      code: 422,
      data: { errors: { file: ['请选择门店表，或粘贴表格内容'] } },
    });
    for (const guarded of [
      await callHandler(getTemplate, {}),
      await callHandler(checkTable, { body: { text: '1店' } }),
    ])
      expect(guarded.status).toBe(401);
  });
});
