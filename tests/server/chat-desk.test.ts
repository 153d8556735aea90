/** Chat at the desks: who gets a talk and when it goes on, taking over, the company beside it, words, figures, records. */
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  companies,
  goodsPlain,
  goodsPlainElsewhere,
  merchantHerbal,
  merchantHouse,
} from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { DeskTalkDetail } from '#lib/contract/chat/desk-schema.ts';
import { sendInput } from '#lib/contract/chat/schema.ts';
import { chatHeld } from '#lib/contract/desk/lists/chat-held.ts';
import { chatRecords } from '#lib/contract/desk/lists/chat-records.ts';
import { chatWords } from '#lib/contract/desk/lists/chat-words.ts';
import { presenceMs } from '#lib/rules/chat/assign.ts';
import { getAside } from '#lib/server/chat/aside.ts';
import { listMyMessages, sendMine, uploadMine } from '#lib/server/chat/buyer.ts';
import { deleteCanned, getCanned, saveCanned } from '#lib/server/chat/canned.ts';
import { listDeskMessages, sendFromDesk, uploadFromDesk } from '#lib/server/chat/desk.ts';
import { closeQuietChats, returnChats, tellChats } from '#lib/server/chat/due.ts';
import { setOwnDuty } from '#lib/server/chat/duty.ts';
import { getChatFigures } from '#lib/server/chat/figures.ts';
import {
  closeTalk,
  escalateDeskTalk,
  getDeskTalk,
  getQueue,
  takeTalk,
  transferTalk,
} from '#lib/server/chat/queue.ts';
import { exportTalk } from '#lib/server/chat/record.ts';
import { escalateMyTalk, getMyTalk, openTalk, rateTalk } from '#lib/server/chat/talks.ts';
import { dropChatWord, passHeld, refuseHeld, saveWord } from '#lib/server/chat/words.ts';
import type { Context } from '#lib/server/core/context.ts';
import { merchantNotice } from '#lib/server/db/schema.ts';
import { findStaff } from '#lib/server/people/staff-rows.ts';
import { findFileBytes } from '#lib/server/web/pages/file-bytes.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { order } from '#tests/support/orders.ts';
import { pictureOf } from '#tests/support/papers.ts';
import { refusalOf } from '#tests/support/refusal.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const { db, pool } = await testDatabase();
const [first, second, stranger] = [
  await person(db, 'kefu.yi', 'service', merchantHouse),
  await person(db, 'kefu.er', 'service', merchantHouse),
  await person(db, 'kefu.wai', 'service', merchantHerbal),
];
const house = await person(db, 'kefu.ping', 'service');

/** A Monday morning within the hours of service. */
const monday = new Date('2026-11-30T10:00:00+08:00');
let clock = monday;
const later = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};

type Desk = Context<'staff'>;
const at = ({ id, username }: Person, merchantId: number | null): Desk => ({
  db,
  now: clock,
  requestId: 'test',
  actor:
    merchantId === null
      ? { kind: 'platform', name: username, merchantId, staffId: id, role: 'service' }
      : { kind: 'merchant', name: username, merchantId, staffId: id, role: 'service' },
});
const one = () => at(first, merchantHouse);
const two = () => at(second, merchantHouse);
const platform = (): Context<'platform'> => ({
  db,
  now: clock,
  requestId: 'test',
  actor: { kind: 'platform', name: house.username, merchantId: null, staffId: house.id, role: 'service' },
});
const demo = () => contextOf(db, 'demo', clock);

let nth = 0;
const draft = (id: number, text: string, more: object = {}) =>
  sendInput.parse({ id, client_id: `client-${++nth}`, text, ...more });
const ask = async (id: number, text = '有货吗') => sendMine(await demo(), draft(id, text));
const answer = (who: Desk, id: number, text = '有货') => sendFromDesk(who, draft(id, text));
const detail = (id: number, who = one()): Promise<DeskTalkDetail> => getDeskTalk(who, { id });

let talk = 0;
beforeEach(async () => {
  clock = monday;
  await pool.query(`truncate chat_talk, chat_inquiry, chat_message, chat_file, chat_read, chat_staff_read, chat_event,
    chat_word, chat_canned, chat_duty`);
  await pool.query(`delete from message where kind = 'chat'`);
  talk = (await openTalk(await demo(), { merchant_id: merchantHouse })).id;
});

describe('a talk', () => {
  it('goes to who is on duty with the fewest, never to who is off or silent, and waits otherwise', async () => {
    await ask(talk);
    expect(await detail(talk)).toMatchObject({ state: 'waiting', assignee: null });
    await setOwnDuty(one(), { is_on: 0 });
    expect((await detail(talk)).assignee).toBeNull();
    await setOwnDuty(two(), { is_on: 1 });
    // It waited: who comes gets it.
    expect((await detail(talk)).assignee?.id).toBe(second.id);
    await setOwnDuty(one(), { is_on: 1 });
    const other = await contextOf(db, 'other', clock);
    const theirs = await openTalk(other, { merchant_id: merchantHouse });
    await sendMine(other, draft(theirs.id, '在吗'));
    expect((await detail(theirs.id)).assignee?.id).toBe(first.id);
    later(presenceMs + 1);
    const clinic = await contextOf(db, 'clinic', clock);
    const third = await openTalk(clinic, { merchant_id: merchantHouse });
    await sendMine(clinic, draft(third.id, '在吗'));
    expect((await detail(third.id)).assignee).toBeNull();
  });

  it('has somebody there for the buyer for five minutes after an answer, also of one who is off duty', async () => {
    const isThere = async () => (await getMyTalk(await demo(), { id: talk })).is_on_duty;
    await ask(talk);
    expect(await isThere()).toBe(0);
    await answer(one(), talk);
    await ask(talk, '多少钱');
    // Messages have the database's clock.
    await pool.query('update chat_message set created_at = $1', [clock]);
    later(5 * 60_000 - 1);
    expect(await isThere()).toBe(1);
    later(1);
    expect(await isThere()).toBe(0);
    // An answer to another company says nothing here.
    const other = await contextOf(db, 'other', clock);
    const theirs = await openTalk(other, { merchant_id: merchantHouse });
    await sendMine(other, draft(theirs.id, '在吗'));
    await answer(one(), theirs.id);
    expect(await isThere()).toBe(0);
  });

  it('goes on to the next person after minutes without an answer, and stays while nobody else is there', async () => {
    await setOwnDuty(one(), { is_on: 1 });
    await ask(talk);
    expect((await detail(talk)).assignee?.id).toBe(first.id);
    later(60_000);
    await setOwnDuty(one(), { is_on: 1 });
    later(60_000);
    await setOwnDuty(one(), { is_on: 1 });
    later(60_001);
    await setOwnDuty(one(), { is_on: 1 });
    await returnChats(db, clock);
    expect(await detail(talk)).toMatchObject({ assignee: { id: first.id }, returned: 0 });
    await setOwnDuty(two(), { is_on: 1 });
    later(3 * 60_000 + 1);
    await Promise.all([setOwnDuty(one(), { is_on: 1 }), setOwnDuty(two(), { is_on: 1 })]);
    await Promise.all([returnChats(db, clock), returnChats(db, clock)]);
    expect(await detail(talk)).toMatchObject({ assignee: { id: second.id }, returned: 1 });
    // Who looks after the people is told once, however often it goes on.
    expect(await db.select().from(merchantNotice).where(eq(merchantNotice.kind, 'chat'))).toMatchObject([
      { merchantId: merchantHouse, title: expect.stringMatching(/的消息\d+分钟没有回复$/) },
    ]);
    await answer(two(), talk);
    later(60 * 60_000);
    await returnChats(db, clock);
    expect(await detail(talk)).toMatchObject({
      assignee: { id: second.id },
      waits_since: null,
      returns_at: null,
    });
  });

  it('of two at once goes to two people', async () => {
    await setOwnDuty(one(), { is_on: 1 });
    await setOwnDuty(two(), { is_on: 1 });
    const other = await contextOf(db, 'other', clock);
    const theirs = await openTalk(other, { merchant_id: merchantHouse });
    await Promise.all([ask(talk), sendMine(other, draft(theirs.id, '在吗'))]);
    const people = [(await detail(talk)).assignee?.id, (await detail(theirs.id)).assignee?.id];
    expect(new Set(people)).toEqual(new Set([first.id, second.id]));
  });

  it('is answered by one; a colleague takes it over first, or gets it', async () => {
    await setOwnDuty(one(), { is_on: 1 });
    await ask(talk);
    expect(await refusalOf(answer(two(), talk))).toMatchObject({
      code: 409,
      message: 'kefu.yi正在接待，请先接管',
    });
    expect(await refusalOf(transferTalk(one(), { id: talk, staff_id: second.id, note: '' }))).toMatchObject({
      code: 422,
    });
    await Promise.all([takeTalk(two(), { id: talk }), takeTalk(two(), { id: talk })]);
    await answer(two(), talk);
    expect(await refusalOf(answer(one(), talk))).toMatchObject({ code: 409 });
    await transferTalk(two(), { id: talk, staff_id: first.id, note: '问发货' });
    await answer(one(), talk, '已发货');
    const { list } = await listMyMessages(await demo(), { id: talk, size: 40 });
    expect(list.map(({ sender, name, text }) => [sender, name, text])).toEqual([
      ['buyer', expect.any(String), '有货吗'],
      ['system', '系统', `客服${first.id}号为您服务`],
      ['system', '系统', `客服${second.id}号为您服务`],
      ['staff', `客服${second.id}号`, '有货'],
      ['system', '系统', `已转接客服${first.id}号：问发货`],
      ['staff', `客服${first.id}号`, '已发货'],
    ]);
    // Login names are for colleagues.
    expect(JSON.stringify(list)).not.toContain('kefu');
    const seen = await listDeskMessages(one(), { id: talk, size: 40 });
    expect(seen.list.at(-1)?.name).toBe('kefu.yi');
  });

  it('is of its side alone, and of those with the permission', async () => {
    await ask(talk);
    const outside = at(stranger, merchantHerbal);
    for (const attempt of [
      () => detail(talk, outside),
      () => answer(outside, talk),
      () => takeTalk(outside, { id: talk }),
      () => getAside(outside, { id: talk }),
      () => exportTalk(outside, { id: talk }),
      () => answer(platform(), talk),
    ])
      expect(await refusalOf(attempt())).toMatchObject({ code: 404 });
    expect((await getQueue(outside, { tab: 'all', company: '', page: 1 })).list).toEqual([]);
    const finance = await person(db, 'caiwu.yi', 'finance', merchantHouse);
    expect((await request(routeOf(api.deskChatQueue), { cookie: finance.cookie })).code).toBe(403);
    expect((await request(routeOf(api.deskChatQueue), { cookie: first.cookie })).code).toBe(200);
  });

  it('is closed, rated once, and begins anew with the next message', async () => {
    await setOwnDuty(one(), { is_on: 1 });
    await ask(talk);
    await answer(one(), talk);
    const context = await demo();
    expect(await refusalOf(rateTalk(context, { id: talk, stars: 5, text: '' }))).toMatchObject({ code: 409 });
    await Promise.all([closeTalk(one(), { id: talk }), closeTalk(one(), { id: talk })]);
    expect(await getMyTalk(context, { id: talk })).toMatchObject({
      state: 'closed',
      may_rate: 1,
      answers: '',
    });
    await rateTalk(context, { id: talk, stars: 4, text: '很快' });
    expect((await rateTalk(context, { id: talk, stars: 4, text: '很快' })).stars).toBe(4);
    expect(await refusalOf(rateTalk(context, { id: talk, stars: 1, text: '' }))).toMatchObject({ code: 409 });
    expect((await detail(talk)).last_rating).toEqual({ stars: 4, text: '很快' });
    await ask(talk, '再问一次');
    expect(await getMyTalk(context, { id: talk })).toMatchObject({ state: 'open', may_rate: 0 });
    const { rows } = await pool.query('select count(*)::int as n from chat_inquiry');
    expect(rows[0].n).toBe(2);
  });

  it('ends by itself after a day without a word, not while somebody waits', async () => {
    await setOwnDuty(one(), { is_on: 1 });
    await ask(talk);
    await answer(one(), talk);
    await pool.query(`update chat_talk set last_at = $1`, [new Date(clock.getTime() - 24 * 3_600_000 - 1)]);
    await closeQuietChats(db, new Date(clock.getTime() - 2));
    expect((await detail(talk)).state).toBe('open');
    await closeQuietChats(db, clock);
    expect((await detail(talk)).state).toBe('closed');
  });

  it('asks the platform for help once; its service then reads and writes without taking it', async () => {
    await ask(talk);
    await escalateMyTalk(await demo(), { id: talk, reason: '商家不回复' });
    await escalateDeskTalk(one(), { id: talk, reason: '再说一次' });
    expect(await detail(talk, platform())).toMatchObject({ is_escalated: 1, may_answer: 1 });
    await answer(platform(), talk, '平台在处理');
    expect(await refusalOf(takeTalk(platform(), { id: talk }))).toMatchObject({ code: 409 });
    const { list } = await listMyMessages(await demo(), { id: talk, size: 40 });
    expect(list.at(-1)?.name).toBe(`平台客服${house.id}号`);
    expect(list.filter(({ text }) => text.startsWith('已请平台客服介入'))).toHaveLength(1);
    expect((await askList(platform(), chatRecords)).rows).toMatchObject([{ talk_id: talk }]);
    await closeTalk(one(), { id: talk });
    await ask(talk, '另一件事');
    // Its record stays; the talk is the company's and the merchant's alone again.
    expect((await askList(platform(), chatRecords)).rows).toMatchObject([{ talk_id: 0 }]);
    expect(await refusalOf(getDeskTalk(platform(), { id: talk }))).toMatchObject({ code: 404 });
  });
});

describe('the first answer', () => {
  it('comes from the help with its page, marked, and from nothing else', async () => {
    await ask(talk, '运费怎么算');
    const { list } = await listMyMessages(await demo(), { id: talk, size: 40 });
    expect(list.find(({ sender }) => sender === 'auto')).toMatchObject({
      name: '自动回复',
      source: { title: expect.stringContaining('运费'), link: '/help/zfps/hwps' },
    });
    const other = await openTalk(await demo(), { merchant_id: merchantHerbal });
    await ask(other.id, '今天心情不错');
    const quiet = await listMyMessages(await demo(), { id: other.id, size: 40 });
    expect(quiet.list.map(({ sender }) => sender)).toEqual(['buyer']);
  });

  it('says the hours outside of them, once an inquiry', async () => {
    clock = new Date('2026-11-29T20:00:00+08:00');
    await ask(talk, '今天心情不错');
    await ask(talk, '还在吗');
    const { list } = await listMyMessages(await demo(), { id: talk, size: 40 });
    expect(list.filter(({ sender }) => sender === 'auto').map(({ text }) => text)).toEqual([
      '现在不是客服时间，消息已收到。客服时间：工作日8:30-18:00，2026-11-30 08:30上班后回复。',
    ]);
  });

  it('that nobody has read becomes one message of the shop', async () => {
    await setOwnDuty(one(), { is_on: 1 });
    await ask(talk);
    await answer(one(), talk, '明天发货');
    const soon = new Date(Date.now() + 5 * 60_000 + 5_000);
    await Promise.all([tellChats(db, soon), tellChats(db, soon)]);
    await tellChats(db, soon);
    const { rows } = await pool.query(`select company_id, body from message where kind = 'chat'`);
    expect(rows).toEqual([{ company_id: companies.demo, body: '明天发货' }]);
  });

  it('has the words of the answer where a notice of the shop stands behind it', async () => {
    await ask(talk);
    await answer(one(), talk, '明天发货');
    await closeTalk(one(), { id: talk });
    await tellChats(db, new Date(Date.now() + 5 * 60_000 + 5_000));
    const { rows } = await pool.query(`select body from message where kind = 'chat'`);
    expect(rows).toEqual([{ body: '明天发货' }]);
  });
});

describe('beside a talk', () => {
  it('stands what is the merchant’s own, and what the person may see', async () => {
    const { account } = (await demo()).actor;
    await order(db, account, [
      { goodsId: goodsPlain, number: 10 },
      { goodsId: goodsPlainElsewhere, number: 20 },
    ]);
    await ask(talk);
    const aside = await getAside(one(), { id: talk });
    expect(aside.company).toMatchObject({ id: companies.demo, link: '' });
    expect(aside.papers).toEqual([]);
    expect(aside.orders).toHaveLength(1);
    const { rows } = await pool.query(
      'select count(*)::int as n from "order" where no = any($1) and merchant_id <> $2',
      [aside.orders.map(({ no }) => no), merchantHouse],
    );
    expect(rows[0].n).toBe(0);
    await escalateMyTalk(await demo(), { id: talk, reason: '请平台看看' });
    expect((await getAside(platform(), { id: talk })).papers.length).toBeGreaterThan(0);
  });

  it('are canned answers of the side and of the person, with fields that exist', async () => {
    const values = { id: 0, shortcut: '发货', text: '{公司}您好，{订单号}已发货', is_own: 0 as const };
    await saveCanned(one(), values);
    await saveCanned(one(), { ...values, text: '{公司}您好' });
    await saveCanned(one(), { ...values, shortcut: '我的', is_own: 1 });
    expect((await getCanned(one(), { find: '' })).list.map(({ text }) => text)).toHaveLength(2);
    const shared = (await getCanned(two(), { find: '' })).list;
    expect(shared.map(({ shortcut, text }) => [shortcut, text])).toEqual([['发货', '{公司}您好']]);
    expect((await getCanned(at(stranger, merchantHerbal), { find: '' })).list).toEqual([]);
    await deleteCanned(at(stranger, merchantHerbal), { id: shared[0]?.id ?? 0 });
    expect((await getCanned(two(), { find: '发' })).list).toHaveLength(1);
    expect(await refusalOf(saveCanned(one(), { ...values, text: '{电话}' }))).toMatchObject({ code: 422 });
    const own = (await getCanned(one(), { find: '我的' })).list[0]?.id ?? 0;
    expect(await refusalOf(saveCanned(one(), { ...values, id: own }))).toMatchObject({
      code: 422,
      data: { errors: { shortcut: expect.anything() } },
    });
    await ask(talk);
    expect((await detail(talk)).fields).toMatchObject({
      公司: expect.any(String),
      订单号: expect.any(String),
    });
  });

  it('are three hundred canned answers at most, also of ten at once; a known one still changes', async () => {
    await pool.query(
      `insert into chat_canned (merchant_id, shortcut, text) select $1, 'c' || i, '好' from generate_series(1, 298) i`,
      [merchantHouse],
    );
    const save = (shortcut: string) =>
      saveCanned(one(), { id: 0, shortcut, text: '您好', is_own: 0 }).then(() => 'saved', codeOfRefusal);
    const codeOfRefusal = (error: unknown) => Object(error).code;
    const done = await Promise.all(Array.from({ length: 10 }, (_, at) => save(`new${at}`)));
    expect(done.filter((one) => one === 'saved')).toHaveLength(2);
    expect(done.filter((one) => one === 409)).toHaveLength(8);
    expect(await save('c1')).toBe('saved');
    expect(
      (await getCanned(one(), { find: 'c1' })).list.find(({ shortcut }) => shortcut === 'c1')?.text,
    ).toBe('您好');
  });

  it('files are seen by both sides of the talk, and by no other desk', async () => {
    const picture = await pictureOf('teal');
    // Reading takes the bytes.
    const file = () => ({ name: '破损.jpg', type: 'image/jpeg', bytes: new Uint8Array(picture) });
    const mine = await uploadMine(await demo(), { id: talk, file: file() });
    await sendMine(await demo(), draft(talk, '', { file_ids: [mine.id] }));
    const theirs = await uploadFromDesk(one(), { id: talk, file: file() });
    await sendFromDesk(one(), draft(talk, '', { file_ids: [theirs.id] }));
    expect(theirs.id).not.toBe(mine.id);
    const { actor } = await demo();
    const [own, foreign] = [await findStaff(db, first.id), await findStaff(db, stranger.id)];
    for (const { id } of [mine, theirs]) {
      const see = (reader: Parameters<typeof findFileBytes>[1]) =>
        findFileBytes(db, reader, String(id), 'preview');
      expect(await see({ account: actor.account, staff: null })).not.toBeNull();
      expect(await see({ account: null, staff: own })).not.toBeNull();
      expect(await see({ account: null, staff: foreign })).toBeNull();
    }
    const other = await openTalk(await contextOf(db, 'other', clock), { merchant_id: merchantHouse });
    expect(
      await refusalOf(sendFromDesk(one(), draft(other.id, '', { file_ids: [theirs.id] }))),
    ).toMatchObject({ code: 422 });
  });
});

describe('words', () => {
  it('are kept at the desk; a held message is passed or stopped once', async () => {
    await Promise.all([
      saveWord(platform(), { word: '返点', action: 'hold' }),
      saveWord(platform(), { word: '返 点', action: 'hold' }),
    ]);
    const { rows: words } = await askList(platform(), chatWords);
    expect(words).toHaveLength(1);
    expect(await refusalOf(saveWord(platform(), { word: '。，', action: 'mask' }))).toMatchObject({
      code: 422,
    });
    const [passed, stopped] = [await ask(talk, '有返点吗'), await ask(talk, '返点给多少')];
    const seen = async () =>
      Object.fromEntries(
        (await listDeskMessages(one(), { id: talk, size: 40 })).list.map(({ seq, state, text }) => [
          seq,
          `${state} ${text}`,
        ]),
      );
    expect((await seen())[passed.seq]).toBe('held ');
    const { rows } = await askList(platform(), chatHeld);
    expect(rows.map(({ text }) => text)).toEqual(['有返点吗', '返点给多少']);
    const [a = '', b = ''] = rows.map(({ id }) => id);
    await Promise.all([passHeld(platform(), { id: a }), passHeld(platform(), { id: a })]);
    await refuseHeld(platform(), { id: b });
    expect(await refusalOf(passHeld(platform(), { id: b }))).toMatchObject({ code: 409 });
    expect(await seen()).toMatchObject({ [passed.seq]: 'sent 有返点吗', [stopped.seq]: 'refused ' });
    const { rows: acts } = await pool.query(`select act from audit_log where act like 'chat.%' order by id`);
    expect(acts.map(({ act }) => act)).toEqual(
      ['chat.word', 'chat.word', 'chat.pass', 'chat.refuse'].filter(
        (_, nth) => acts.length === 4 || nth !== 1,
      ),
    );
    await dropChatWord(platform(), { id: words[0]?.id ?? 0 });
    await dropChatWord(platform(), { id: words[0]?.id ?? 0 });
    expect((await ask(talk, '返点')).state).toBe('sent');
  });
});

describe('figures and records', () => {
  it('count the first answer by hours of service, by person and day', async () => {
    clock = new Date('2026-11-27T17:59:00+08:00');
    await ask(talk);
    clock = new Date('2026-11-30T08:31:00+08:00');
    await setOwnDuty(one(), { is_on: 1 });
    await answer(one(), talk);
    later(60_000);
    await closeTalk(one(), { id: talk });
    await rateTalk(await demo(), { id: talk, stars: 5, text: '' });
    const figures = await getChatFigures(one(), { from: '2026-11-27', to: '2026-11-30' });
    expect(figures.total).toMatchObject({ inquiries: 1, first_answer: 120, in_time: 0, rated: 1, stars: 5 });
    expect(figures.people.map(({ key }) => key)).toEqual(['kefu.yi']);
    expect(figures.days.map(({ key }) => key)).toEqual(['2026-11-27']);
    expect(
      (await getChatFigures(at(stranger, merchantHerbal), { from: '2026-11-27', to: '2026-11-30' })).total
        .inquiries,
    ).toBe(0);
    expect(await refusalOf(getChatFigures(one(), { from: '2026-11-30', to: '2026-11-27' }))).toMatchObject({
      code: 422,
    });
    const { rows } = await askList(one(), chatRecords);
    expect(rows).toMatchObject([{ person: 'kefu.yi', state: 'closed', stars: 5 }]);
    expect((await askList(at(stranger, merchantHerbal), chatRecords)).rows).toEqual([]);
  });

  it('hold every message as it was written, with the digest of the file', async () => {
    await ask(talk, '第一句');
    await pool.query(`update chat_message set state = 'recalled', recalled_at = now() where seq = 1`);
    const { content, sha256, messages } = await exportTalk(one(), { id: talk });
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
    const lines = content
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(messages + 1);
    expect(lines[1]).toMatchObject({ seq: 1, text: '', state: 'recalled' });
    await escalateMyTalk(await demo(), { id: talk, reason: '请平台看看' });
    const whole = (await exportTalk(platform(), { id: talk })).content.split('\n');
    expect(JSON.parse(whole[1] ?? '')).toMatchObject({ seq: 1, text: '第一句', state: 'recalled' });
  });
});
