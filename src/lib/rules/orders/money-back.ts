/** Where the money of a refund goes, part by part (rules 4 and 5): the same words for the buyer and for desks. */
import { type Fen, showYuan } from '../money/money.ts';
import { type RefundState, refundStates } from './refund-state.ts';
import type { RerouteWay, WayKind } from './reroute.ts';

/** A part of a refund: the amount paid by vouchers, or by one way to pay. */
export interface BackPart {
  /** The kind of the way by which it was paid. */
  way: WayKind | 'voucher';
  /** The name of that way. */
  name: string;
  amount: Fen;
  state: RefundState;
  /** The way that replaced it by decision of people; null without one. */
  instead: RerouteWay | null;
}

type Went = Pick<BackPart, 'way' | 'name' | 'instead'>;

const insteadTexts = { balance: '改退到余额', bank: '改由银行转账退回' } satisfies Record<RerouteWay, string>;

const wayTexts = {
  voucher: () => '退回现金券',
  instant: () => '退到余额',
  bank: () => '由银行转账退回',
  remote: (name) => `原路退回${name}`,
  gone: (name) => `原路退回${name}`,
} satisfies Record<BackPart['way'], (name: string) => string>;

/** Where a part goes: 退到余额, 原路退回微信支付, 退回现金券, 由银行转账退回, or the replaced way. */
export function placeText({ way, name, instead }: Went): string {
  return instead === null ? wayTexts[way](name) : insteadTexts[instead];
}

/** The text for a part that the company does not have yet. */
function openText({ way, state }: BackPart): string {
  if (refundStates[state].isBack) return '';
  if (way === 'bank') return '（待财务转账）';
  return state === 'failed' || state === 'held' ? '（受阻，系统继续重试）' : '（已提交，待渠道确认）';
}

/** All parts of a refund in one sentence: 退回现金券¥20.00，退到余额¥30.00，原路退回微信支付¥50.00（已提交，待渠道确认）. */
export function backText(parts: readonly BackPart[]): string {
  const some = parts.filter(({ amount }) => amount > 0);
  if (some.length === 0) return '没有需要退回的款项';
  return some.map((part) => `${placeText(part)}¥${showYuan(part.amount)}${openText(part)}`).join('，');
}
