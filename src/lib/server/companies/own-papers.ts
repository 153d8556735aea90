/** The licences of a buyer's company: valid, edited and missing ones (rules 2). */
import type { PaperSlot, PaperWire, Zizhi } from '#lib/contract/papers.ts';
import {
  type CompanyData,
  type DraftPaper,
  mayChangePapers,
  type PaperState,
  paperStates,
} from '#lib/rules/companies/application.ts';
import {
  differsAsCompany,
  findChangeLacks,
  findLacks,
  type Lack,
} from '#lib/rules/companies/application-lacks.ts';
import { type CompanyState, companyStateText, isApproved } from '#lib/rules/companies/company-state.ts';
import {
  type BuyerType,
  buyerTypes,
  type PaperKind,
  type PaperValidity,
  paperNames,
  paperValidity,
  paperValidityTexts,
} from '#lib/rules/companies/qualification.ts';
import { roleMay } from '#lib/rules/companies/roles.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import type { Context } from '../core/context.ts';
import type { Db, Tx } from '../db/client.ts';
import { fileWireOf } from '../files/wire.ts';
import { companyDataOf, findNewestApplication } from '../people/application-rows.ts';
import { getStanding } from '../people/standing-rows.ts';
import { listOwnPapers, type OwnPaper } from './own-paper-rows.ts';
import { paperOf } from './paper-state.ts';

/** `GET /api/user/zizhi`: every kind of licence that the company must or may submit, and its state. */
export async function getPapers(context: Context<'buyer'>): Promise<Zizhi> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const state = await findPapersState(db, account.companyId, now);
  const { application, company, papers, lacks, buyerType } = state;
  const mayChange = mayChangePapers(company) && roleMay(account.role, 'manage');
  const hasDraft = papers.some(({ status }) => paperStates[status].isWritten);
  const waits = application?.status === 'waiting' ? application.handedInAt : null;
  return {
    list: kindsOf(buyerType, papers).map((kind) => slotOf(kind, state, now)),
    company_state: company,
    company_state_text: companyStateText(company),
    reason: (waits === null && (account.statusReason ?? returnedReason(application))) || '',
    can_change: mayChange ? 1 : 0,
    can_hand_in:
      mayChange && (hasDraft || !isApproved(company) || differsAsCompany(state.data, state.known)) ? 1 : 0,
    handed_in_at: waits?.toISOString() ?? null,
    lacks: mayChange ? lacks.map(({ at, text }) => ({ at, text })) : [],
  };
}

export type PapersState = Awaited<ReturnType<typeof findPapersState>>;

/** A company's licences and requirements, as input of everything about submitting. */
export async function findPapersState(db: Db | Tx, companyId: number, now: Date) {
  const [application, papers, standing, known] = [
    await findNewestApplication(db, companyId),
    await listOwnPapers(db, companyId),
    await getStanding(db, companyId),
    await companyDataOf(db, companyId),
  ];
  const company: CompanyState = standing.companyState;
  // Of an approved company a change that is being edited, waits or was returned.
  const isAsked = application !== null && (!isApproved(company) || application.status !== 'approved');
  const data: CompanyData = isAsked ? application.data : known;
  const drafts = papers.map(draftOf);
  const lacks: Lack[] = isApproved(company)
    ? findChangeLacks(drafts, now.getTime(), { from: known, to: data })
    : findLacks(data, drafts, now.getTime());
  return {
    application,
    papers,
    company,
    known,
    data,
    lacks,
    buyerType: data.buyerType ?? standing.buyerType,
  };
}

function returnedReason(application: PapersState['application']): string | null {
  return application?.status === 'returned' ? application.reason : null;
}

/** A licence as input of the rules. */
export function draftOf(row: OwnPaper): DraftPaper {
  return { ...paperOf(row), state: row.status, lacksEnd: row.lacksEnd, files: row.files.length };
}

/** Kinds that the buyer type needs, then optional ones, then others that it has. */
function kindsOf(buyerType: BuyerType, papers: readonly OwnPaper[]): PaperKind[] {
  const { needs, may } = buyerTypes[buyerType];
  const listed: PaperKind[] = [...needs, ...may];
  const besides = keysOf(paperNames).filter(
    (kind) => !listed.includes(kind) && papers.some((paper) => paper.kind === kind),
  );
  return [...listed, ...besides];
}

type Tone = PaperSlot['tone'];

const heldTones = { valid: 'good', expiring: 'warn', expired: 'bad', not_yet: 'quiet' } satisfies Record<
  PaperValidity,
  Tone
>;
const openTones: Partial<Record<PaperState, Tone>> = { draft: 'quiet', reviewing: 'quiet', rejected: 'bad' };

function slotOf(kind: PaperKind, { papers, lacks, buyerType }: PapersState, now: Date): PaperSlot {
  const own = papers.filter((paper) => paper.kind === kind);
  // Of several valid ones the one with the latest end; the newest of the others.
  const held = own
    .filter(({ status }) => openTones[status] === undefined)
    .toSorted(byEnd)
    .at(-1);
  const open = own.filter(({ status }) => openTones[status] !== undefined).at(-1);
  const needs: readonly PaperKind[] = buyerTypes[buyerType].needs;
  return {
    kind,
    name: paperNames[kind],
    is_needed: needs.includes(kind) ? 1 : 0,
    ...stateOf(held, open, now),
    held: held === undefined ? null : wireOf(held, now),
    open: open === undefined ? null : wireOf(open, now),
    lack: lacks.find(({ at }) => at === kind)?.text ?? '',
  };
}

function byEnd(a: OwnPaper, b: OwnPaper): number {
  return (a.validTo ?? '9999').localeCompare(b.validTo ?? '9999');
}

function stateOf(
  held: OwnPaper | undefined,
  open: OwnPaper | undefined,
  now: Date,
): Pick<PaperSlot, 'state_text' | 'tone'> {
  if (held === undefined) {
    if (open === undefined) return { state_text: '未上传', tone: 'quiet' };
    return { state_text: paperStates[open.status].text, tone: openTones[open.status] ?? 'quiet' };
  }
  const validity = paperValidity(paperOf(held), now.getTime());
  const changes = open === undefined ? '' : `，更换件${paperStates[open.status].text}`;
  return { state_text: `${paperValidityTexts[validity]}${changes}`, tone: heldTones[validity] };
}

function wireOf(row: OwnPaper, now: Date): PaperWire {
  const isOpen = openTones[row.status] !== undefined;
  return {
    id: row.id,
    number: row.number,
    valid_from: row.validFrom ?? '',
    valid_to: row.validTo ?? '',
    is_long: row.validTo === null && !row.lacksEnd ? 1 : 0,
    state: row.status,
    state_text: isOpen
      ? paperStates[row.status].text
      : paperValidityTexts[paperValidity(paperOf(row), now.getTime())],
    reason: row.reason ?? '',
    files: row.files.map((file) => ({ ...fileWireOf(file), rotation: file.rotation })),
  };
}
