/** The papers of a company as it writes them: drafts beside what counts, handed in as a whole, nobody else's. */

import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { companies } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { Zizhi } from '#lib/contract/papers.ts';
import { savePaperInput } from '#lib/contract/papers.ts';
import type { PaperKind } from '#lib/rules/companies/qualification.ts';
import { handIn, handInPapers } from '#lib/server/companies/hand-in.ts';
import { getPapers } from '#lib/server/companies/own-papers.ts';
import { dropPaper, savePaper } from '#lib/server/companies/save-paper.ts';
import {
  auditLog,
  company,
  companyApplication,
  paper,
  paperFile,
  storedFile,
} from '#lib/server/db/schema.ts';
import { findAccount } from '#lib/server/people/account-rows.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const dropCall = routeOf(api.dropPaper);
const handInCall = routeOf(api.handIn);
const papersCall = routeOf(api.zizhi);
const saveCall = routeOf(api.savePaper);

const { db } = await testDatabase();
const pharmacy: PaperKind[] = [
  'business_licence',
  'drug_licence',
  'legal_person_id',
  'purchase_authorisation',
];

/** The account as it stands now, as the next request has it. */
const as = (name: 'demo' | 'rejected') => contextOf(db, name);

async function file(companyId: number, digest: string): Promise<number> {
  const [made] = await db
    .insert(storedFile)
    .values({
      companyId,
      digest,
      kind: 'image',
      contentType: 'image/jpeg',
      bytes: 9,
      width: 3,
      height: 3,
      name: 'a.jpg',
    })
    .returning({ id: storedFile.id });
  return made!.id;
}

const written = (kind: PaperKind, files: number[], more: object = {}) =>
  savePaperInput.parse({
    kind,
    number: `N-${kind}`,
    valid_from: '2026-01-01',
    valid_to: '2031-01-01',
    is_long: 0,
    files: files.map((id) => ({ id, rotation: 90 })),
    ...more,
  });

const slot = ({ list }: Zizhi, kind: PaperKind) => list.find((one) => one.kind === kind)!;
const stateOf = async (id: number) => (await db.select().from(company).where(eq(company.id, id)))[0]!.status;

let mine: number;
let theirs: number;

beforeEach(async () => {
  await db.delete(paperFile);
  await db.delete(storedFile);
  await db.delete(paper).where(eq(paper.companyId, companies.rejected));
  await db.delete(paper).where(and(eq(paper.companyId, companies.demo), eq(paper.status, 'draft')));
  await db.delete(paper).where(and(eq(paper.companyId, companies.demo), eq(paper.status, 'reviewing')));
  await db.update(paper).set({ applicationId: null });
  await db.delete(companyApplication);
  await db.update(company).set({ status: 'rejected' }).where(eq(company.id, companies.rejected));
  await db.update(company).set({ status: 'approved' }).where(eq(company.id, companies.demo));
  mine = await file(companies.demo, 'a');
  theirs = await file(companies.other, 'b');
});

describe('writing', () => {
  it('keeps a draft beside what counts, the same one however often, and lets it go again', async () => {
    const before = (await findAccount(db, 'user-demo'))!.papers;
    await Promise.all(
      [1, 2, 3].map(async () => savePaper(await as('demo'), written('drug_licence', [mine]))),
    );
    const zizhi = await savePaper(
      await as('demo'),
      written('drug_licence', [mine], { number: '鄂DA1', is_long: 1 }),
    );
    const one = slot(zizhi, 'drug_licence');
    expect(one).toMatchObject({ state_text: '有效，更换件待提交', tone: 'good', is_needed: 1 });
    expect(one.open).toMatchObject({ number: '鄂DA1', valid_to: '', is_long: 1, state_text: '待提交' });
    expect(one.open!.files).toMatchObject([{ id: mine, url: `/file/${mine}`, rotation: 90 }]);
    expect([zizhi.can_hand_in, await stateOf(companies.demo)]).toEqual([1, 'approved']);
    expect((await findAccount(db, 'user-demo'))!.papers, 'what counts').toEqual(before);
    const dropped = await dropPaper(await as('demo'), { kind: 'drug_licence' });
    expect(await dropPaper(await as('demo'), { kind: 'drug_licence' })).toEqual(dropped);
    expect([slot(dropped, 'drug_licence').open, dropped.can_hand_in]).toEqual([null, 0]);
    expect(await db.$count(companyApplication)).toBe(1);
  });

  it('takes only files of the company, each once, in a kind that it hands in, with days in order', async () => {
    const save = async (more: object, kind: PaperKind = 'drug_licence') =>
      savePaper(await as('demo'), written(kind, [mine], more)).catch(({ code, message }) => [code, message]);
    expect(await save({ files: [{ id: theirs }] })).toEqual([422, '文件不存在或已过期，请重新上传']);
    expect(await save({ files: [{ id: 999_999 }] })).toEqual([422, '文件不存在或已过期，请重新上传']);
    await db.update(storedFile).set({ removedAt: new Date() }).where(eq(storedFile.id, mine));
    expect(await save({})).toEqual([422, '文件不存在或已过期，请重新上传']);
    expect(await save({ files: [{ id: mine }, { id: mine }] })).toEqual([422, '同一个文件只需上传一次']);
    expect(await save({ valid_to: '2025-12-31' })).toEqual([422, '有效期至不能早于有效期起']);
    expect(await save({}, 'practice_licence')).toEqual([
      422,
      '您的企业类型不需要医疗机构执业许可证或备案凭证',
    ]);
    expect(await db.$count(paper, eq(paper.status, 'draft'))).toBe(0);
  });

  it('is for those who manage the company; colleagues and a frozen company look, others find nothing', async () => {
    const body = { kind: 'drug_licence', number: 'X' };
    expect((await request(saveCall, { body, cookie: await loginAs('demo-caigou') })).status).toBe(403);
    expect((await request(saveCall, { body, cookie: await loginAs('frozen') })).status).toBe(403);
    expect((await request(saveCall, { body })).status).toBe(401);
    const seen = await request<Zizhi>(papersCall, { cookie: await loginAs('demo-zhidu') });
    expect([seen.status, seen.data.can_change]).toEqual([200, 0]);
    expect((await request(papersCall, { cookie: await loginAs('frozen') })).status).toBe(200);
    const form = 'kind=drug_licence&number=%E9%84%821&valid_from=2026-01-01&is_long=1&files[0][id]=x';
    expect((await request(saveCall, { body: form, cookie: await loginAs('demo') })).status).toBe(422);
    const wrong = await request(dropCall, {
      params: { kind: 'x' },
      method: 'POST',
      cookie: await loginAs('demo'),
    });
    expect([wrong.status, wrong.message]).toEqual([422, '请选择证件类型']);
  });
});

describe('handing in', () => {
  it('says what is missing, and where; nothing has moved then', async () => {
    await savePaper(await as('rejected'), written('drug_licence', [], { valid_from: '', number: '' }));
    const answer = await request(handInCall, { method: 'POST', cookie: await loginAs('rejected') });
    expect(answer.status).toBe(422);
    expect((answer.data as { lacks: { at: string; text: string }[] }).lacks).toEqual([
      { at: 'business_licence', text: '请上传营业执照' },
      { at: 'drug_licence', text: '药品经营许可证：请上传图片或PDF' },
      { at: 'legal_person_id', text: '请上传法人身份证' },
      { at: 'purchase_authorisation', text: '请上传采购授权委托书' },
    ]);
    expect(await stateOf(companies.rejected)).toBe('rejected');
    expect(
      await db.$count(paper, and(eq(paper.companyId, companies.rejected), eq(paper.status, 'reviewing'))),
    ).toBe(0);
  });

  it('moves company, application and papers together, once, however many do at once; then all rests', async () => {
    for (const [at, kind] of pharmacy.entries())
      await savePaper(await as('rejected'), written(kind, [await file(companies.rejected, `r${at}`)]));
    const before = await db.$count(auditLog);
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, async () => handInPapers(await as('rejected'))),
    );
    expect(results.map(({ status }) => status)).toEqual(Array(6).fill('fulfilled'));
    expect(await stateOf(companies.rejected)).toBe('reviewing');
    expect(await db.select().from(companyApplication)).toMatchObject([{ status: 'waiting', kind: 'first' }]);
    const papers = await db.select().from(paper).where(eq(paper.companyId, companies.rejected));
    expect(papers.map(({ status }) => status)).toEqual(Array(4).fill('reviewing'));
    expect(await db.$count(auditLog)).toBe(before + 1);
    await expect(savePaper(await as('rejected'), written('drug_licence', []))).rejects.toMatchObject({
      code: 409,
    });
    await expect(dropPaper(await as('rejected'), { kind: 'drug_licence' })).rejects.toMatchObject({
      code: 409,
    });
    const zizhi = await getPapers(await as('rejected'));
    expect([zizhi.can_change, zizhi.handed_in_at !== null]).toEqual([0, true]);
  });

  it('of a replaced paper leaves the old one counting until the new one does', async () => {
    await expect(handIn(await as('demo'))).rejects.toMatchObject({ code: 422 });
    await savePaper(await as('demo'), written('food_licence', [mine], { number: 'NEW' }));
    await expect(handIn(await as('demo'), { version: 99 })).rejects.toMatchObject({ code: 409 });
    const after = await handInPapers(await as('demo'));
    expect([after.company_state, slot(after, 'food_licence').state_text]).toEqual([
      'changing',
      '即将过期，更换件审核中',
    ]);
    const numbers = async () =>
      (await findAccount(db, 'user-demo'))!.papers
        .filter(({ kind }) => kind === 'food_licence')
        .map(({ number }) => number);
    expect(await numbers()).not.toContain('NEW');
    const own = and(eq(paper.companyId, companies.demo), eq(paper.kind, 'food_licence'));
    await db
      .update(paper)
      .set({ status: 'replaced' })
      .where(and(own, eq(paper.status, 'approved')));
    await db
      .update(paper)
      .set({ status: 'approved' })
      .where(and(own, eq(paper.status, 'reviewing')));
    expect(await numbers()).toEqual(['NEW']);
  });

  it('of what was returned goes on where it stood: the reason stays until it is handed in again', async () => {
    await db.insert(paper).values({
      companyId: companies.rejected,
      kind: 'drug_licence',
      number: 'OLD',
      validFrom: '2020-01-01',
      status: 'rejected',
      reason: '照片不清晰',
    });
    const returned = slot(await getPapers(await as('rejected')), 'drug_licence');
    expect(returned).toMatchObject({ state_text: '已驳回', tone: 'bad', open: { reason: '照片不清晰' } });
    const mended = await savePaper(
      await as('rejected'),
      written('drug_licence', [await file(companies.rejected, 'x')]),
    );
    expect(slot(mended, 'drug_licence')).toMatchObject({
      lack: '',
      open: { state: 'draft', reason: '照片不清晰' },
    });
    expect(await db.$count(paper, eq(paper.status, 'rejected'))).toBe(0);
  });
});
