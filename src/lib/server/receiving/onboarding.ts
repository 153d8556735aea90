/** 首营资料 in a receiving package: the merchant's own, those of the received items, and of their makers. */
import type { OrderPapers } from '#lib/contract/receiving.ts';
import {
  isOnboardingRequired,
  type OnboardingKind,
  type OnboardingOf,
  onboardingKindKeys,
  onboardingKinds,
} from '#lib/rules/companies/onboarding.ts';
import {
  isOnboardingLacking,
  type OnboardingState,
  onboardingState,
  onboardingStates,
} from '#lib/rules/companies/onboarding-state.ts';
import type { ContractPaper } from '../contracts/file.ts';
import { contractFile } from '../contracts/wire.ts';
import type { Db, Tx } from '../db/client.ts';
import { listOwnOnboardingRequests } from '../onboarding/request-rows.ts';
import {
  listOnboarding,
  listOnboardingGoods,
  type OnboardingGoodsRow,
  type OnboardingPaper,
  type OnboardingSubject,
} from '../onboarding/rows.ts';
import { pageWire, validToText } from '../onboarding/sheet.ts';

type Agreement = Pick<ContractPaper, 'no' | 'validTo' | 'isQuality'>;

/** One kind of document of a set, present or missing. */
export interface SetPaper {
  kind: OnboardingKind;
  text: string;
  state: OnboardingState;
  /** A buyer may request it: it is required and missing, or it has expired. */
  isLacking: boolean;
  isAsked: boolean;
  paper: OnboardingPaper | null;
  /** The signed contract in place of a scan that is missing or has expired. */
  contract: Agreement | null;
}

/** The documents of one subject: the merchant, a maker, an item. */
export interface PaperSet {
  subject: OnboardingSubject;
  of: OnboardingOf;
  /** 供货单位, 生产企业 … or the item's name and spec. */
  title: string;
  papers: SetPaper[];
}

interface Asked {
  companyId: number;
  merchantId: number;
  goodsIds: readonly number[];
  /** Contracts of the company with the merchant that count as in force. */
  contracts: readonly Agreement[];
  now: Date;
}

/** The sets of an order: the merchant's, then each maker's, then each item's. */
export async function findPaperSets(db: Db | Tx, asked: Asked): Promise<PaperSet[]> {
  const { companyId, merchantId, contracts, now } = asked;
  const agreement = contracts.find(({ isQuality }) => isQuality) ?? null;
  const goods = await listOnboardingGoods(db, [...new Set(asked.goodsIds)], merchantId);
  const makers = [...new Set(goods.map(({ maker }) => maker))];
  const [held, requests] = await Promise.all([
    listOnboarding(db, { merchantId, isOwn: true, goodsIds: goods.map(({ goodsId }) => goodsId), makers }),
    listOwnOnboardingRequests(db, { companyId, merchantId }),
  ]);
  const own = { merchantId, goodsId: null, maker: null };
  const subjects: {
    subject: OnboardingSubject;
    of: OnboardingOf;
    title: string;
    goods: OnboardingGoodsRow[];
  }[] = [
    { subject: own, of: 'merchant', title: '供货单位', goods: [] },
    ...makers.map((maker) => ({
      subject: { ...own, maker },
      of: 'maker' as const,
      title: `生产企业 ${maker}`,
      goods: goods.filter((one) => one.maker === maker),
    })),
    ...goods.map((one) => ({
      subject: { ...own, goodsId: one.goodsId },
      of: 'goods' as const,
      title: `${one.name} ${one.spec}`,
      goods: [one],
    })),
  ];
  const isOf = (
    row: OnboardingSubject & { kind: OnboardingKind },
    subject: OnboardingSubject,
    kind: OnboardingKind,
  ) => row.kind === kind && row.goodsId === subject.goodsId && row.maker === subject.maker;
  return subjects.map(({ subject, of, title, goods: about }) => ({
    subject,
    of,
    title,
    papers: onboardingKindKeys
      .filter((kind) => onboardingKinds[kind].of === of)
      .map((kind): SetPaper => {
        const paper = held.find((one) => isOf(one, subject, kind)) ?? null;
        const scanned = onboardingState(paper === null ? undefined : paper.validTo, now.getTime());
        const isBare = scanned === 'missing' || scanned === 'expired';
        const contract = kind === 'quality_agreement' && isBare ? agreement : null;
        const state = contract === null ? scanned : 'valid';
        // A maker's document is required as soon as one of the items needs it.
        const isRequired = (about.length === 0 ? [null] : about).some((one) =>
          isOnboardingRequired(kind, one),
        );
        return {
          kind,
          text: onboardingKinds[kind].text,
          state,
          isLacking: isOnboardingLacking(state, isRequired),
          isAsked: requests.some((one) => isOf(one, subject, kind)),
          paper,
          contract,
        };
      })
      // An optional missing document does not concern the buyer.
      .filter(({ paper, contract, isLacking }) => paper !== null || contract !== null || isLacking),
  }));
}

/** All missing documents, each with its subject. */
export function lackingOf(sets: readonly PaperSet[]) {
  return sets.flatMap(({ subject, papers }) =>
    papers.filter(({ isLacking }) => isLacking).map((paper) => ({ ...paper, ...subject })),
  );
}

/** Missing documents as a package lists them: a line for each subject and state. */
export function lackingLines(sets: readonly PaperSet[]): { kind: string; of: string; state: string }[] {
  return sets.flatMap(({ title, papers }) => {
    const lacking = papers.filter(({ isLacking }) => isLacking);
    const byState = Map.groupBy(lacking, ({ state, isAsked }) =>
      [state === 'expired' ? onboardingStates.expired : '', isAsked ? '已向商家索取' : '商家尚未提供']
        .filter(Boolean)
        .join('，'),
    );
    return [...byState].map(([state, same]) => ({
      kind: '首营资料',
      of: `${title}：${same.map(({ text }) => text).join('、')}`,
      state,
    }));
  });
}

/** The title of a scan in the package: its kind, and that it has expired where it has. */
export function scanTitle({ text, state, paper }: SetPaper): string {
  return state === 'expired' ? `${text}（${paper?.validTo}过期）` : text;
}

/** The sets for the buyer's page. */
export function setsWire(sets: readonly PaperSet[]): OrderPapers['onboarding'] {
  return sets
    .filter(({ papers }) => papers.length > 0)
    .map(({ subject, title, papers }) => ({
      goods_id: subject.goodsId ?? 0,
      title,
      papers: papers.map(({ text, state, isLacking, isAsked, paper, contract }) => ({
        kind_text: text,
        number: contract?.no ?? paper?.number ?? '',
        valid_to: contract?.validTo ?? (paper === null ? '' : validToText(paper)),
        state_text: onboardingStates[state],
        is_lacking: isLacking ? 1 : 0,
        is_asked: isAsked ? 1 : 0,
        files: contract
          ? [{ name: `${contract.no}.pdf`, url: contractFile(contract.no) }]
          : (paper?.pages.map(pageWire) ?? []),
      })),
    }));
}
