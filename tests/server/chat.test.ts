/** Chat in the shop: one order of messages, marks, recall, search, cards for each reader, tokens, live events. */
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { companies, goodsPlain, merchantHouse, users } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { ChatHistory, ChatMessage } from '#lib/contract/chat/schema.ts';
import { type SendInput, sendInput } from '#lib/contract/chat/schema.ts';
import { recallMs } from '#lib/rules/chat/recall.ts';
import { getInfo } from '#lib/server/accounts/accounts.ts';
import {
  listMyMessages,
  openBuyerStream,
  readMine,
  recallMine,
  searchMine,
  sendMine,
  typeMine,
  uploadMine,
} from '#lib/server/chat/buyer.ts';
import { readEvents } from '#lib/server/chat/event-rows.ts';
import { closeChatFeed } from '#lib/server/chat/feed.ts';
import { listMyTalks, openTalk } from '#lib/server/chat/talks.ts';
import { getChatToken, redeemChatToken } from '#lib/server/chat/token.ts';
import { closeStreams } from '#lib/server/core/events/hub.ts';
import { Follower } from '#lib/server/core/journal/follower.ts';
import { bookmarkText, comparePositions, findBookmark } from '#lib/server/core/journal/position.ts';
import { isAhead, readHorizon } from '#lib/server/core/journal/rows.ts';
import { findFileBytes } from '#lib/server/web/pages/file-bytes.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { order } from '#tests/support/orders.ts';
import { pictureOf } from '#tests/support/papers.ts';
import { refusalOf } from '#tests/support/refusal.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { settleMs, until } from '#tests/support/server-process.ts';

const { db, pool, url } = await testDatabase();
const now = () => new Date();
const demo = async () => contextOf(db, 'demo', now());
const colleague = async () => contextOf(db, 'demo-caigou', now());
const other = async () => contextOf(db, 'other', now());

let nth = 0;
const draft = (id: number, more: Partial<SendInput> = {}) =>
  sendInput.parse({ id, client_id: `client-${++nth}`, text: `第${nth}条`, ...more });
const say = async (id: number, text: string, more: Partial<SendInput> = {}) =>
  sendMine(await demo(), draft(id, { text, ...more }));
const history = async (id: number, more: object = {}): Promise<ChatHistory> =>
  listMyMessages(await demo(), { id, size: 40, ...more });

/** A talk of the demo's company with nothing in it; the pace of its people begins anew. */
let talk = 0;
beforeEach(async () => {
  await pool.query(`truncate chat_talk, chat_inquiry, chat_message, chat_file, chat_read, chat_staff_read, chat_event,
    chat_word, chat_token_use`);
  talk = (await openTalk(await demo(), { merchant_id: merchantHouse })).id;
});
afterEach(async () => {
  await closeStreams();
  await closeChatFeed();
});

describe('messages', () => {
  it('have numbers without a gap, in one order for all, whoever sends at once', async () => {
    const [one, two] = [await demo(), await colleague()];
    await Promise.all(Array.from({ length: 16 }, (_, at) => sendMine(at % 2 === 0 ? one : two, draft(talk))));
    const { list, last_seq: last } = await history(talk);
    expect(list.map(({ seq }) => seq)).toEqual(Array.from({ length: last }, (_, at) => at + 1));
    expect(list.filter(({ sender }) => sender === 'buyer')).toHaveLength(16);
    const theirs = await listMyMessages(two, { id: talk, size: 40 });
    expect(theirs.list.map(({ seq, text }) => [seq, text])).toEqual(list.map(({ seq, text }) => [seq, text]));
  });

  it('are one for one client id, however often and at once it is sent, and the answer is the same', async () => {
    const context = await demo();
    const input = draft(talk);
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendMine(context, input)));
    expect(new Set(answers.map(({ seq }) => seq)).size).toBe(1);
    expect(await sendMine(context, input)).toEqual(answers[0]);
    // Another person’s same id is another message.
    expect((await sendMine(await colleague(), input)).seq).not.toBe(answers[0]?.seq);
  });

  it('stay text, without what hides or turns letters; too long ones are refused with a sentence', async () => {
    const sent = await say(talk, '<script>alert(1)</script>\u202E\u200Babc');
    expect(sent.text).toBe('<script>alert(1)</script>abc');
    const cookie = await loginAs('demo');
    const call = (text: string) =>
      request<ChatMessage>(routeOf(api.sendChat), {
        params: { id: String(talk) },
        body: { client_id: `wire-${++nth}x`, text },
        cookie,
      });
    expect(await call('长'.repeat(10_000))).toMatchObject({
      code: 422,
      data: { errors: { text: ['消息最多2000个字，现在有10000个字，请分几条发送或用文件发送'] } },
    });
    expect(await call(' \u200B ')).toMatchObject({ code: 422, data: { errors: { text: ['请填写消息'] } } });
    expect(await call('好')).toMatchObject({ code: 200, data: { text: '好', is_mine: 1 } });
  });

  it('carry pictures without what is hidden in them; code that calls itself a picture is refused', async () => {
    const context = await demo();
    const upload = (name: string, bytes: Uint8Array) =>
      uploadMine(context, { id: talk, file: { name, type: 'image/jpeg', bytes: new Uint8Array(bytes) } });
    const code = '<script>alert(1)</script><?php system($_GET[0]); ?>';
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const picture = Buffer.concat([await pictureOf('teal', format), Buffer.from(code)]);
      const { id } = await upload(`破损.${format}`, picture);
      await sendMine(context, draft(talk, { text: '', file_ids: [id] }));
      for (const part of ['preview', 'full'] as const) {
        const reader = { account: context.actor.account, staff: null };
        const { bytes } = (await findFileBytes(db, reader, String(id), part))!;
        // Nothing of the code, and nothing of what the camera wrote.
        for (const hidden of ['script', 'php', 'secret place'])
          expect(Buffer.from(bytes).includes(hidden), `${format} ${part} ${hidden}`).toBe(false);
      }
    }
    for (const [name, content] of [
      ['a.jpg', `<html>${code}</html>`],
      ['a.png', `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`],
      ['a.svg', `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`],
      ['a.jpg', `GIF89a/*${code}*/`],
    ] as const)
      expect(await refusalOf(upload(name, Buffer.from(content))), name).toMatchObject({ code: 422 });
  });

  it('of one person have a pace: of a hundred at once twenty are sent, the others are told to wait', async () => {
    const context = await demo();
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, () => sendMine(context, draft(talk))),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(await refusalOf(sendMine(context, draft(talk)))).toMatchObject({
      code: 429,
      message: '发送太快，10秒内最多20条，请10秒后再试',
      data: { retry_after: 10 },
    });
    expect((await sendMine(await colleague(), draft(talk))).is_mine).toBe(1);
  });

  it('are the company’s own: for others the talk does not exist', async () => {
    const mine = await say(talk, '保密的话');
    const stranger = await other();
    const at = { id: talk, seq: mine.seq };
    for (const attempt of [
      () => listMyMessages(stranger, { id: talk, size: 40 }),
      () => sendMine(stranger, draft(talk)),
      () => recallMine(stranger, at),
      () => readMine(stranger, at),
      () => typeMine(stranger, { id: talk, is_typing: 1 }),
    ])
      expect(await refusalOf(attempt())).toMatchObject({ code: 404 });
    expect((await searchMine(stranger, { word: '保密', talk: 0, after: '' })).list).toEqual([]);
    expect((await searchMine(stranger, { word: '保密', talk, after: '' })).list).toEqual([]);
    expect((await searchMine(await colleague(), { word: '保密', talk: 0, after: '' })).list).toHaveLength(1);
    const viewer = await request(routeOf(api.sendChat), {
      params: { id: String(talk) },
      body: { client_id: 'viewer-1', text: '好' },
      cookie: await loginAs('demo-zhidu'),
    });
    expect(viewer.code).toBe(403);
  });

  it('come in pages, around a place, and from the last one that a reader has', async () => {
    for (let at = 0; at < 12; at++) await say(talk, `第${at}句`);
    const newest = await history(talk, { size: 5 });
    expect([newest.has_before, newest.has_after, newest.list.at(-1)?.seq]).toEqual([1, 0, newest.last_seq]);
    const before = await history(talk, { size: 5, before: newest.list[0]?.seq });
    expect(before.list.at(-1)?.seq).toBe((newest.list[0]?.seq ?? 0) - 1);
    const after = await history(talk, { size: 3, after: 2 });
    expect([after.list.map(({ seq }) => seq), after.has_after]).toEqual([[3, 4, 5], 1]);
    const around = await history(talk, { size: 4, around: 6 });
    expect(around.list.map(({ seq }) => seq)).toEqual([4, 5, 6, 7]);
  });

  it('quote another one of the talk, which may be taken back meanwhile', async () => {
    const first = await say(talk, '有现货吗');
    const second = await say(talk, '补充一句', { quote: first.seq });
    expect(second.quote).toMatchObject({ seq: first.seq, text: '有现货吗' });
    expect(await refusalOf(say(talk, '引用不到', { quote: 999 }))).toMatchObject({ code: 422 });
    await recallMine(await demo(), { id: talk, seq: first.seq });
    expect((await history(talk)).list.find(({ seq }) => seq === second.seq)?.quote?.text).toBe('');
  });

  it('are taken back by their author within two minutes of the database’s clock, and then say nothing', async () => {
    const sent = await say(talk, '说错了');
    expect(await refusalOf(recallMine(await colleague(), { id: talk, seq: sent.seq }))).toMatchObject({
      code: 403,
    });
    const recalled = await recallMine(await demo(), { id: talk, seq: sent.seq });
    expect(recalled).toMatchObject({ state: 'recalled', text: '', files: [], card: null });
    expect(await recallMine(await demo(), { id: talk, seq: sent.seq })).toMatchObject({ state: 'recalled' });
    expect((await searchMine(await demo(), { word: '说错', talk: 0, after: '' })).list).toEqual([]);
    const late = await say(talk, '太晚了');
    await pool.query(
      `update chat_message set created_at = created_at - ($1 + 1) * interval '1 millisecond' where seq = $2`,
      [recallMs, late.seq],
    );
    expect(await refusalOf(recallMine(await demo(), { id: talk, seq: late.seq }))).toMatchObject({
      code: 409,
      message: '消息发出超过2分钟，不能再撤回',
    });
  });

  it('are found by a word, the newest first, in pages', async () => {
    for (let at = 0; at < 25; at++) {
      await pool.query(`update chat_message set created_at = created_at - interval '1 minute'`);
      await say(talk, `布洛芬 ${at}`);
    }
    const first = await searchMine(await demo(), { word: '布洛芬', talk: 0, after: '' });
    const second = await searchMine(await demo(), { word: '布洛芬', talk: 0, after: first.next });
    const found = [...first.list, ...second.list].map(({ text }) => text);
    expect(found).toEqual(Array.from({ length: 25 }, (_, at) => `布洛芬 ${24 - at}`));
    expect(second.next).toBe('');
    // A place that no answer has given is none.
    for (const after of ['1.1.9999999999', '999999999999999.1.1', 'x'])
      expect((await searchMine(await demo(), { word: '布洛芬', talk: 0, after })).list).toHaveLength(20);
  });

  it('with a sensitive word are masked, or wait and are seen by their author alone', async () => {
    await pool.query(`insert into chat_word (word, folded, action, made_by)
      values ('加微信', '加微信', 'mask', 'kefu'), ('返点', '返点', 'hold', 'kefu')`);
    expect((await say(talk, '请加 微信聊')).text).toBe('请* **聊');
    const held = await say(talk, '给返点吗');
    expect(held).toMatchObject({ state: 'held', text: '给返点吗' });
    const seen = await listMyMessages(await colleague(), { id: talk, size: 40 });
    expect(seen.list.find(({ seq }) => seq === held.seq)).toMatchObject({ state: 'held', text: '' });
  });
});

describe('marks', () => {
  it('are never lowered and never above the last message; unread is what is behind them', async () => {
    const mine = await say(talk, '一');
    const { last_seq: last } = await history(talk);
    const two = await colleague();
    const unread = async () => (await listMyTalks(two)).list.find(({ id }) => id === talk)?.unread;
    expect(await unread()).toBe(last);
    expect(await readMine(two, { id: talk, seq: 99 })).toEqual({ my_read: last, unread: 0 });
    expect(await readMine(two, { id: talk, seq: 1 })).toEqual({ my_read: last, unread: 0 });
    await say(talk, '二');
    expect(await unread()).toBeGreaterThan(0);
    expect(mine.seq).toBe(1);
  });

  it('give the number in the header: each person’s own, of the own company’s talks', async () => {
    await say(talk, '有货吗');
    const read = async (who: typeof demo) => (await getInfo(await who())).chat_count;
    const { unread } = await listMyTalks(await colleague());
    expect(unread).toBeGreaterThan(0);
    expect([await read(colleague), await read(other)]).toEqual([unread, 0]);
    await readMine(await colleague(), { id: talk, seq: (await history(talk)).last_seq });
    expect([await read(colleague), await read(demo)]).toEqual([0, (await listMyTalks(await demo())).unread]);
  });

  it('end highest, whichever of many at once comes last', async () => {
    for (let at = 0; at < 8; at++) await say(talk, `${at}`);
    const two = await colleague();
    await Promise.all([7, 2, 8, 5, 1].map((seq) => readMine(two, { id: talk, seq })));
    expect((await listMyMessages(two, { id: talk, size: 1 })).my_read).toBe(8);
  });
});

describe('cards', () => {
  it('keep a reference; each reader gets what the reader may see', async () => {
    const buyer = await demo();
    const traded = await order(db, buyer.actor.account, [{ goodsId: goodsPlain, number: 10 }]);
    const no = traded.orders[0]?.no ?? '';
    const sent = await say(talk, '', { card: { kind: 'order', ref: no } });
    expect(sent.card).toMatchObject({
      is_open: 1,
      title: `订单 ${no}`,
      amount: expect.stringMatching(/^\d+\.\d{2}$/),
    });
    const { rows } = await pool.query('select card_kind, card_ref, text from chat_message where seq = $1', [
      sent.seq,
    ]);
    expect(rows).toEqual([{ card_kind: 'order', card_ref: no, text: '' }]);
    const theirs = await openTalk(await other(), { merchant_id: merchantHouse });
    expect(
      await refusalOf(sendMine(await other(), draft(theirs.id, { card: { kind: 'order', ref: no } }))),
    ).toMatchObject({ code: 422 });
  });

  it('that were sent are answered again after their thing is gone; new ones are refused', async () => {
    const { rows } = await pool.query(
      `insert into coupon (kind, name, threshold, value, total, claim_from, claim_to, valid_from, valid_to)
       values ('coupon', '满100减5', 10000, 500, 9, now() - interval '1 day', now() + interval '1 day', now(),
         now() + interval '9 days') returning id`,
    );
    const card = { kind: 'coupon', ref: String(rows[0].id) } as const;
    const input = draft(talk, { text: '', card });
    const sent = await sendMine(await demo(), input);
    expect(sent.card?.is_open).toBe(1);
    await pool.query('delete from coupon where id = $1', [card.ref]);
    expect(await sendMine(await demo(), input)).toMatchObject({ seq: sent.seq, card: { is_open: 0 } });
    const other = draft(talk, { text: '', card });
    expect(await refusalOf(sendMine(await demo(), other))).toMatchObject({ code: 422 });
  });

  it('of goods have the reader’s own price, and none for who sees none', async () => {
    const sent = await say(talk, '', { card: { kind: 'goods', ref: String(goodsPlain) } });
    expect(sent.card?.price).toMatch(/^\d+\.\d{2}$/);
    const pending = await contextOf(db, 'pending', now());
    const theirs = await openTalk(pending, { merchant_id: merchantHouse });
    const shown = await sendMine(
      pending,
      draft(theirs.id, { card: { kind: 'goods', ref: String(goodsPlain) } }),
    );
    expect(shown.card).toMatchObject({ is_open: 1, price: '' });
    expect(JSON.stringify(shown)).not.toContain(sent.card?.price);
  });

  it('of an invoice need the permission of invoices', async () => {
    await pool.query(
      `insert into invoice (serial, color, merchant_id, company_id, title, seller, kind, form, gross, net, tax, provider,
        asked_by, asked_by_id)
       values ('chat', 'blue', 1, $1, '{"name":"某药房"}', '{}', 'ordinary', 'net', 113, 100, 13, 'manual', 'buyer', $2)
       on conflict do nothing`,
      [companies.demo, users.demo],
    );
    const { rows } = await pool.query(`select id from invoice where serial = 'chat'`);
    const sent = await say(talk, '', { card: { kind: 'invoice', ref: String(rows[0].id) } });
    expect(sent.card).toMatchObject({ is_open: 1, amount: '1.13' });
    const shown = await listMyMessages(await colleague(), { id: talk, size: 40 });
    expect(shown.list.find(({ seq }) => seq === sent.seq)?.card).toMatchObject({
      is_open: 0,
      title: '',
      amount: '',
    });
  });
});

describe('tokens of the embedded page', () => {
  it('open it once, for their person, for a minute', async () => {
    const one = await demo();
    const { token, username, url: address, until: end } = await getChatToken(one);
    expect(address).toBe(`/chat?username=${username}&token=${token}`);
    expect(Date.parse(end) - one.now.getTime()).toBe(60_000);
    expect(await refusalOf(redeemChatToken(await colleague(), { username, token }))).toMatchObject({
      code: 403,
      message: '聊天凭证不是当前登录的账号的，请重新登录后打开',
    });
    const uses = await Promise.allSettled(
      Array.from({ length: 4 }, () => redeemChatToken(one, { username, token })),
    );
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusalOf(redeemChatToken(one, { username, token }))).toMatchObject({
      message: '聊天凭证已经用过，请从原来的页面重新打开',
    });
    const { token: old } = await getChatToken(one);
    const later = { ...one, now: new Date(one.now.getTime() + 60_001) };
    expect(await refusalOf(redeemChatToken(later, { username, token: old }))).toMatchObject({
      message: '聊天凭证已过期，请从原来的页面重新打开',
    });
    for (const forged of ['x', `${old.slice(0, -4)}AAAA`, 'a'.repeat(300)])
      expect(await refusalOf(redeemChatToken(one, { username, token: forged }))).toMatchObject({
        message: '聊天凭证不正确，请从原来的页面重新打开',
      });
  });

  it('are in the user entity of who may chat', async () => {
    const info = await getInfo(await demo());
    expect(info.is_can_chat).toBe(1);
    expect(
      (await redeemChatToken(await demo(), { username: info.username, token: info.token })).list,
    ).toHaveLength(1);
    expect(await getInfo(await contextOf(db, 'demo-zhidu'))).toMatchObject({ is_can_chat: 0, token: '' });
  });
});

/** A stream read on the side: its chat events and the last position. */
async function open(context: Awaited<ReturnType<typeof demo>>, after = '') {
  const response = await openBuyerStream(context, { after }, 60_000);
  const got = { events: [] as string[], news: [] as { talk: number; what: string; seq: number }[], id: '' };
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const leave = () => reader.cancel();
  void (async () => {
    for (let text = ''; ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (text + value).split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        got.events.push(/event: (\w+)/.exec(part)?.[1] ?? '');
        got.id = /id: (\S+)/.exec(part)?.[1] ?? got.id;
        if (part.includes('event: chat\n')) got.news.push(JSON.parse(/data: (.*)/.exec(part)?.[1] ?? ''));
      }
    }
  })();
  await until('hello', () => got.events.includes('hello'));
  return { ...got, got, leave };
}

describe('live', () => {
  it('says to both people of a company what is new, and to nobody else', async () => {
    const [mine, theirs, strange] = [
      await open(await demo()),
      await open(await colleague()),
      await open(await other()),
    ];
    const sent = await say(talk, '你好');
    const has = ({ got }: typeof mine) =>
      got.news.some(({ what, seq }) => what === 'message' && seq === sent.seq);
    await until('the message', () => has(mine) && has(theirs));
    expect(strange.got.news).toEqual([]);
  });

  it('says who types, but not to the one who does, and keeps nothing of it', async () => {
    const [mine, theirs] = [await open(await demo()), await open(await colleague())];
    await typeMine(await demo(), { id: talk, is_typing: 1 });
    await until('typing', () => theirs.got.news.some(({ what }) => what === 'typing'));
    expect(mine.got.news).toEqual([]);
    expect((await pool.query('select count(*)::int as n from chat_event')).rows[0].n).toBe(0);
  });

  it('replays what came while a browser was away, from the position that it had', async () => {
    const first = await open(await demo());
    await say(talk, '一');
    await until(
      'the first',
      () => first.got.id !== '' && first.got.news.some(({ what }) => what === 'state'),
    );
    await first.leave();
    const missed = await say(talk, '二');
    const again = await open(await demo(), first.got.id);
    await until('the missed one', () => again.got.news.some(({ seq }) => seq === missed.seq));
  });

  it('asks for everything again where the position is not to be trusted', async () => {
    const late = bookmarkText({ xid: '5', id: 1, at: Date.now() - 3 * 86_400_000 });
    const ahead = bookmarkText({ xid: '900000000000', id: 1, at: Date.now() });
    for (const after of ['nonsense', late, ahead]) {
      const { got } = await open(await demo(), after);
      await until('reload', () => got.events.includes('chat_reload'));
      expect(got.id).not.toBe('');
    }
  });
});

describe('the journal', () => {
  const clients: pg.Client[] = [];
  afterAll(() => Promise.all(clients.map((client) => client.end())));
  /** A transaction that writes an event and waits with its end. */
  async function begin(seq: number): Promise<() => Promise<unknown>> {
    const client = new pg.Client({ connectionString: url });
    clients.push(client);
    await client.connect();
    await client.query('begin');
    await client.query(
      `insert into chat_event (talk_id, company_id, what, seq, side) values ($1, $2, 'message', $3, 'buyer')`,
      [talk, companies.demo, seq],
    );
    return () => client.query('commit');
  }

  it('passes on each row once and loses none that commits late, in any order', {
    timeout: 360_000,
  }, async () => {
    const seen: number[] = [];
    const follower = new Follower(await readHorizon(db), {
      // Pages of two: rows settle between two pages.
      read: (after) => readEvents(db, after, 2),
      pageSize: 2,
      pass: ({ seq }) => seen.push(seq),
    });
    const ends = [await begin(1), await begin(2), await begin(3), await begin(4)];
    for (const at of [3, 1]) {
      await ends[at]?.();
      await follower.catchUp();
    }
    expect(seen).toEqual([4, 2]);
    const held = follower.position;
    await ends[2]?.();
    await follower.catchUp();
    // The first still runs: nothing is settled, what was passed on is not passed on again.
    expect([seen, comparePositions(follower.position, held)]).toEqual([[4, 2, 3], 0]);
    await ends[0]?.();
    await follower.catchUp();
    await follower.catchUp();
    expect(seen).toEqual([4, 2, 3, 1]);
    // One by one: a transaction of another test may run between two of them. A reader with this position is sent none.
    await until(
      'all of them settle',
      async () => {
        await follower.catchUp();
        return (await readEvents(db, follower.position, 100)).length === 0;
      },
      settleMs,
    );
    expect([seen, comparePositions(follower.position, held) > 0]).toEqual([[4, 2, 3, 1], true]);
    // A reader with the earlier position is sent all of them.
    expect((await readEvents(db, held, 100)).map(({ seq }) => seq).sort()).toEqual([1, 2, 3, 4]);
  });

  it('knows a position of another cluster', async () => {
    expect(await isAhead(db, { xid: '900000000000', id: 0 })).toBe(true);
    expect(await isAhead(db, await readHorizon(db))).toBe(false);
    expect(findBookmark(bookmarkText({ xid: '12', id: 3, at: 5_000 }))).toEqual({
      xid: '12',
      id: 3,
      at: 5_000,
    });
    expect([findBookmark(''), findBookmark('1.2'), findBookmark('a.b.c')]).toEqual([null, null, null]);
  });
});
