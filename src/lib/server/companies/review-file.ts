/** A reviewer's view of an application: its fields and licences, mismatches, and changes. */

import type { ReviewFile, ReviewPaper } from '#lib/contract/review.ts';
import { applicationText, type CompanyData } from '#lib/rules/companies/application.ts';
import { isApproved } from '#lib/rules/companies/company-state.ts';
import { paperProblems, plainNumber, returnReasons } from '#lib/rules/companies/paper-checks.ts';
import {
  buyerTypes,
  isScopeHeld,
  missingPapers,
  paperNames,
  type ScopeCode,
  scopeCodes,
  scopePapers,
} from '#lib/rules/companies/qualification.ts';
import { applicationKindText, isWaiting, proposedScopes } from '#lib/rules/companies/review.ts';
import { regionText } from '#lib/rules/text/address-text.ts';
import { findCreditCodeProblem } from '#lib/rules/text/credit-code.ts';
import type { Context } from '../core/context.ts';
import { fileWireOf } from '../files/wire.ts';
import { namedStoresOf } from '../stores/named.ts';
import { findCompanyRow, listManagers } from './file-rows.ts';
import { countsAsPaper, paperOf } from './paper-state.ts';
import {
  findByCode,
  type findReview,
  listEarlier,
  listFilesOf,
  listReviewPapers,
  listSameFiles,
  listSameNumbers,
} from './review-rows.ts';
import { listScopes } from './rows.ts';

type Found = NonNullable<Awaited<ReturnType<typeof findReview>>>;
type PaperRow = Awaited<ReturnType<typeof listReviewPapers>>[number];
type CompanyRow = NonNullable<Awaited<ReturnType<typeof findCompanyRow>>>['own'];

/** The state in Chinese, for reviewers. */
export function reviewText({ status, verdict }: Found['own']): string {
  return verdict !== null && isWaiting(status)
    ? `刚刚已决定（${applicationText(verdict.verdict)}），几秒后生效`
    : applicationText(status);
}

/** The full view. */
export async function reviewFileOf(
  { db, actor, now }: Context<'platform'>,
  { own, claimedBy }: Found,
): Promise<ReviewFile> {
  const { companyId, data } = own;
  const [company, papers, managers, earlier, sameCode, held, named] = await Promise.all([
    findCompanyRow(db, companyId),
    listReviewPapers(db, companyId),
    listManagers(db),
    listEarlier(db, companyId, own.id),
    data.creditCode === '' ? null : findByCode(db, companyId, data.creditCode),
    listScopes(db, companyId),
    namedStoresOf(db, companyId),
  ]);
  const row = company?.own;
  const will = takenOver(papers).map(paperOf);
  const proposed = proposedScopes(data.scopes, will, now.getTime());
  const isHeld = own.claimedUntil !== null && own.claimedUntil > now;
  const before = row !== undefined && isApproved(row.status) ? row : null;
  const code = sameCode === null ? '' : `已属于${sameCode.name}（企业${sameCode.id}）`;
  return {
    id: own.id,
    version: own.version,
    company_id: companyId,
    company: data.name,
    kind_text: applicationKindText(own.kind),
    handed_in_at: own.handedInAt?.toISOString() ?? '',
    is_waiting: isWaiting(own.status) && own.verdict === null ? 1 : 0,
    state_text: reviewText(own),
    claimed_by: isHeld ? (claimedBy ?? '') : '',
    is_mine: isHeld && claimedBy === actor.name ? 1 : 0,
    fields: fieldsOf(data, before && { ...before, scopes: held }, code),
    named_stores: named,
    papers: await papersOf(db, { papers, data, companyId, now }),
    missing:
      data.buyerType === null
        ? []
        : missingPapers(data.buyerType, will, now.getTime()).map((kind) => paperNames[kind]),
    scopes: scopeCodes.map((scope) => ({
      code: scope,
      is_asked: data.scopes.includes(scope) ? 1 : 0,
      is_held: isScopeHeld(scope, will, now.getTime()) ? 1 : 0,
      is_on: proposed.includes(scope) ? 1 : 0,
      rests_on: scopePapers[scope].map((kind) => paperNames[kind]).join('、'),
    })),
    rank: row?.rank ?? 0,
    manager_id: row?.accountManagerId ?? 0,
    managers,
    earlier: earlier.map((one) => ({
      id: one.id,
      at: one.decidedAt?.toISOString() ?? '',
      state_text: applicationText(one.status),
      reason: one.reason ?? '',
    })),
  };
}

/** The company's present data. */
type Before = CompanyRow & { scopes: ScopeCode[] };

/** The licences that would count: a waiting one replaces the valid one of its kind. */
function takenOver(papers: readonly PaperRow[]): PaperRow[] {
  const fresh = papers.filter(({ status }) => !countsAsPaper(status));
  return [
    ...fresh,
    ...papers.filter(
      (paper) => countsAsPaper(paper.status) && !fresh.some(({ kind }) => kind === paper.kind),
    ),
  ];
}

function fieldsOf(data: CompanyData, before: Before | null, sameCode: string): ReviewFile['fields'] {
  const line = (label: string, text: string, was: string | null, problem = '') => ({
    label,
    text,
    was: was === null || was === text ? '' : was,
    problem,
  });
  return [
    line('企业名称', data.name, before?.name ?? null),
    line(
      '统一社会信用代码',
      data.creditCode,
      before?.creditCode ?? null,
      [findCreditCodeProblem(data.creditCode) ?? '', sameCode].filter((text) => text !== '').join('；'),
    ),
    line(
      '企业类型',
      data.buyerType === null ? '' : buyerTypes[data.buyerType].text,
      before && buyerTypes[before.buyerType].text,
    ),
    line('地区', regionText(data), before && regionText(before)),
    line('详细地址', data.detail, null),
    line('收货人', data.receiver, null),
    line('收货电话', data.phone, null),
    line('经营范围', listed(data.scopes), before && listed(before.scopes)),
  ];
}

/** In the order of the rules, so that only another scope is a difference. */
function listed(scopes: readonly ScopeCode[]): string {
  return scopeCodes.filter((code) => scopes.includes(code)).join('、');
}

interface PapersIn {
  papers: readonly PaperRow[];
  data: CompanyData;
  companyId: number;
  now: Date;
}

async function papersOf(
  db: Context['db'],
  { papers, data, companyId, now }: PapersIn,
): Promise<ReviewPaper[]> {
  const numbers = papers.map(({ number }) => plainNumber(number)).filter((number) => number !== '');
  const ids = papers.map(({ id }) => id);
  const [files, same, alike] = await Promise.all([
    ids.length === 0 ? [] : listFilesOf(db, ids),
    numbers.length === 0 ? [] : listSameNumbers(db, companyId, numbers),
    ids.length === 0 ? [] : listSameFiles(db, companyId, ids),
  ]);
  return papers.map((row) => {
    const elsewhere = same.filter(({ number }) => number === plainNumber(row.number));
    const pictured = alike.filter(({ paperId }) => paperId === row.id);
    return {
      id: row.id,
      kind_text: paperNames[row.kind],
      number: row.number,
      valid_from: row.validFrom ?? '',
      valid_to: row.validTo ?? '',
      is_new: countsAsPaper(row.status) ? 0 : 1,
      was: wasOf(row, papers),
      problems: [
        ...paperProblems(paperOf(row), { creditCode: data.creditCode, now: now.getTime() }),
        ...elsewhere.map((one) => `同一编号也在${one.company}（企业${one.companyId}）`),
        ...pictured.map(
          (one) => `同一份图片也在${one.company}（企业${one.companyId}）的${paperNames[one.kind]}`,
        ),
      ],
      files: files.filter(({ paperId }) => paperId === row.id).map(pictureOf),
      reasons: returnReasons(row.kind),
    };
  });
}

function pictureOf({ rotation, file }: Awaited<ReturnType<typeof listFilesOf>>[number]) {
  const { url, full_url: full, pdf_url: href, name } = fileWireOf(file);
  return { src: url, full, href, name, rotation };
}

/** The replaced licence's value, where it differs. */
function wasOf(row: PaperRow, papers: readonly PaperRow[]): string {
  const old = papers.find(({ kind, status }) => kind === row.kind && countsAsPaper(status));
  if (countsAsPaper(row.status) || old === undefined) return '';
  const [is, was] = [row, old].map(
    (one) => `${one.number}，${one.validFrom ?? ''}至${one.validTo ?? '长期'}`,
  );
  return is === was ? '' : (was ?? '');
}
