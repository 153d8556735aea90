/** 意见反馈: sent once, owners only, bounded, the answer as it is shown. */

import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { companies } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { feedback as deskFeedback } from '#lib/contract/desk/lists/feedback.ts';
import { feedbackInput, feedbackList, feedbackWire, maxOpenFeedback } from '#lib/contract/feedback/calls.ts';
import { feedback, storedFile } from '#lib/server/db/schema.ts';
import { listOwnFeedback, sendFeedback } from '#lib/server/feedback/feedback.ts';
import { isFeedbackPicture } from '#lib/server/feedback/rows.ts';
import { markOrphan } from '#lib/server/files/orphan-rows.ts';
import { byStaff, contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const listCall = routeOf(api.feedbackList);
const sendCall = routeOf(api.sendFeedback);

const { db } = await testDatabase();
const demo = await contextOf(db, 'demo');
const other = await contextOf(db, 'other');
const mine = { page: 1, size: 10 };

const words = (more: object = {}) =>
  feedbackInput.parse({ kind: 'site', text: '希望列表可以按批号搜索', phone: '13800138000', ...more });

beforeEach(async () => {
  await db.delete(feedback);
});

describe('sending', () => {
  it('by the call, for every role, with what a buyer types', async () => {
    const cookie = await loginAs('demo-zhidu');
    const body = new URLSearchParams({
      kind: 'quality',
      text: ' 第一行\n铝塑板有破损，批号 20260101 ',
      order_no: 'D1',
      phone: '138 0013 8000',
    }).toString();
    const answer = await request(sendCall, { body, cookie });
    expect(feedbackWire.parse(answer.data)).toMatchObject({
      kind_text: '药品质量',
      text: '第一行\n铝塑板有破损，批号 20260101',
      order_no: 'D1',
      phone: '13800138000',
      status: 'open',
      status_text: '待答复',
      answer: '',
      answered_at: null,
    });
    expect(feedbackList.parse((await request(listCall, { cookie })).data)).toMatchObject({
      total: 1,
      page: 1,
    });
  });

  it('is one, however often a form is sent, at once or later', async () => {
    await Promise.all(Array.from({ length: 12 }, () => sendFeedback(demo, words({ token: 'same' }))));
    await Promise.all(Array.from({ length: 6 }, () => sendFeedback(demo, words())));
    expect(await db.$count(feedback)).toBe(2);
    await sendFeedback(other, words({ token: 'same' }));
    expect(await db.$count(feedback)).toBe(3);
  });

  it('has an end: no more than 20 wait, under several at once too', async () => {
    for (let at = 1; at < maxOpenFeedback; at++) await sendFeedback(demo, words({ token: `${at}` }));
    const last = await Promise.allSettled(
      ['x', 'y', 'z'].map((token) => sendFeedback(demo, words({ token }))),
    );
    expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await db.$count(feedback)).toBe(maxOpenFeedback);
    await sendFeedback(other, words());
  });

  it.each([
    ['kind=x&text=abcdef&phone=13800138000', '请选择反馈类型'],
    ['text=abcdef&phone=13800138000', '请选择反馈类型'],
    ['kind=site&text=abc&phone=13800138000', '反馈内容至少5个字'],
    [`kind=site&text=${'长'.repeat(1001)}&phone=13800138000`, '反馈内容最多1000个字'],
    ['kind=site&text=abcdef&phone=12', '请填写11位手机号，或带区号的固定电话'],
  ])('refuses %s', async (body, sentence) => {
    const answer = await request(sendCall, { body, cookie: await loginAs('demo') });
    expect([answer.code, answer.message]).toEqual([422, sentence]);
  });

  it('is for who is logged in, of a frozen company too', async () => {
    expect((await request(sendCall, { body: 'kind=site' })).code).toBe(401);
    expect((await request(listCall)).code).toBe(401);
    const cookie = await loginAs('frozen');
    const answer = await request(sendCall, { body: { ...words() }, cookie });
    expect(answer.code).toBe(200);
  });
});

describe('what was sent', () => {
  it('is the company’s own; colleagues see it, others do not', async () => {
    await sendFeedback(demo, words());
    expect((await listOwnFeedback(await contextOf(db, 'demo-caigou'), mine)).total).toBe(1);
    expect((await listOwnFeedback(other, mine)).total).toBe(0);
  });

  it('shows the answer of the house, the newest first', async () => {
    const { id } = await sendFeedback(demo, words());
    await sendFeedback(demo, words({ text: '另外一件事情' }));
    await db
      .update(feedback)
      .set({ status: 'answered', answer: '下个月上线', answeredAt: demo.now })
      .where(eq(feedback.id, id));
    const { list } = await listOwnFeedback(demo, mine);
    expect(list.map(({ text }) => text)).toEqual(['另外一件事情', '希望列表可以按批号搜索']);
    expect(list[1]).toMatchObject({
      status_text: '已答复',
      answer: '下个月上线',
      answered_at: demo.now.toISOString(),
    });
    expect((await listOwnFeedback(demo, { page: 2, size: 1 })).list).toHaveLength(1);
  });
});

describe('pictures', () => {
  async function picture(companyId: number, digest: string): Promise<number> {
    const [made] = await db
      .insert(storedFile)
      .values({
        ...{ companyId, digest, name: 'a.jpg', bytes: 9, width: 3, height: 3 },
        ...{ kind: 'image', contentType: 'image/jpeg' },
      })
      .returning({ id: storedFile.id });
    return made!.id;
  }

  it('go along in their order, once, and are kept while it is', async () => {
    const ids = [await picture(companies.demo, 'p2'), await picture(companies.demo, 'p1')];
    const sent = await sendFeedback(demo, words({ pictures: ids, token: 'p' }));
    expect(sent.pictures.map(({ id }) => id)).toEqual(ids);
    await Promise.all([1, 2].map(() => sendFeedback(demo, words({ pictures: ids, token: 'p' }))));
    expect((await listOwnFeedback(demo, mine)).list[0]?.pictures.map(({ url }) => url)).toEqual(
      ids.map((id) => `/file/${id}`),
    );
    expect((await askList(byStaff(db), deskFeedback)).rows[0]).toMatchObject({
      pictures: 2,
      files: ids.join(','),
    });
    expect(await markOrphan(db, ids[0]!, new Date(Date.now() + 1000), new Date())).toBeNull();
  });

  it('are the company’s own, each once, and not too many; nothing of it is kept otherwise', async () => {
    const theirs = await picture(companies.other, 'p3');
    const own = await picture(companies.demo, 'p4');
    for (const pictures of [[theirs], [own, own], [999_999]])
      await expect(sendFeedback(demo, words({ pictures, token: 'q' }))).rejects.toMatchObject({ code: 422 });
    expect(feedbackInput.safeParse({ ...words(), pictures: [1, 2, 3, 4, 5, 6, 7] }).success).toBe(false);
    expect(await db.$count(feedback)).toBe(0);
  });

  it('are seen by who answers at the desk, and other files are not', async () => {
    const [shown, hidden] = [await picture(companies.demo, 'p5'), await picture(companies.demo, 'p6')];
    await sendFeedback(demo, words({ pictures: [shown] }));
    expect(await isFeedbackPicture(db, shown)).toBe(true);
    expect(await isFeedbackPicture(db, hidden)).toBe(false);
  });
});
