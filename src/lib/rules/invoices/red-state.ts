/** 红字信息确认单 (rules 19): the states of the tax bureau, what each means, and what may be done. */
import { keysOf } from '../terms/keys.ts';
import type { EpochMs } from '../terms/terms.ts';

/** Keys of the tax bureau. */
export const redReasons = {
  '01': '开票有误',
  '02': '销货退回',
  '03': '服务中止',
  '04': '销售折让',
} as const;
export type RedReason = keyof typeof redReasons;
export const redReasonKeys = keysOf(redReasons);

export const redRaisers = ['seller', 'buyer'] as const;
export type RedRaiser = (typeof redRaisers)[number];

/** Ms in which the other side answers; then the form is void (07). */
export const redAnswerMs = 72 * 3_600_000;

/** Ms after a refund at which one without a red invoice is on the desk. */
export const redOverdueMs = 48 * 3_600_000;

/**
 * asking: we submit it, or the answer was lost. failed: the provider refused to submit it. The others are the bureau's:
 * 01 nobody has to confirm, 02 raised by the seller, 03 by the buyer, 04 both confirmed, 05 to 13 void.
 */
export type RedState =
  | 'asking'
  | 'failed'
  | '01'
  | '02'
  | '03'
  | '04'
  | '05'
  | '06'
  | '07'
  | '08'
  | '09'
  | '10'
  | '11'
  | '12'
  | '13';

/**
 * query: ask the bureau now. confirm, refuse: the seller answers a form of the buyer. revoke: who raised it takes it back.
 * again: a new form under a new serial. enter: write down a red invoice that was issued elsewhere.
 */
export type RedVerb = 'query' | 'confirm' | 'refuse' | 'revoke' | 'again' | 'enter';

export const redVerbs = {
  query: '查询结果',
  confirm: '确认',
  refuse: '否认',
  revoke: '撤销',
  again: '重新发起',
  enter: '手工登记红票',
} as const satisfies Record<RedVerb, string>;

type Row = {
  text: string;
  /** open: it waits for us, the provider or a side. agreed: the bureau issues the red invoice. void: it is over. */
  phase: 'open' | 'agreed' | 'void';
  /** What happens next, as the merchant and the buyer read it. */
  sellerHint: string;
  buyerHint: string;
  seller: readonly RedVerb[];
  buyer: readonly RedVerb[];
};

export const redStates = {
  asking: {
    text: '正在提交',
    phase: 'open',
    sellerHint: '系统正在提交红字确认单，结果会自动更新',
    buyerHint: '商家正在提交红字确认单',
    seller: ['query', 'enter'],
    buyer: [],
  },
  failed: {
    text: '提交失败',
    phase: 'void',
    sellerHint: '请按原因处理后重新发起',
    buyerHint: '红字确认单提交失败，商家正在处理',
    seller: ['again', 'enter'],
    buyer: [],
  },
  '01': {
    text: '无需确认',
    phase: 'agreed',
    sellerHint: '税务局会自动开具红字发票，号码会自动更新',
    buyerHint: '无需确认，红字发票会自动开具',
    seller: ['query', 'enter'],
    buyer: [],
  },
  '02': {
    text: '销方录入，待购方确认',
    phase: 'open',
    sellerHint: '请提醒买家在72小时内到电子税务局确认',
    buyerHint: '请在72小时内登录电子税务局，在“红字信息确认单”中确认',
    seller: ['query', 'revoke', 'enter'],
    buyer: [],
  },
  '03': {
    text: '购方录入，待销方确认',
    phase: 'open',
    sellerHint: '请在72小时内确认或否认',
    buyerHint: '请等待商家在72小时内确认',
    seller: ['confirm', 'refuse', 'query'],
    buyer: ['revoke'],
  },
  '04': {
    text: '购销双方已确认',
    phase: 'agreed',
    sellerHint: '税务局会自动开具红字发票，号码会自动更新',
    buyerHint: '双方已确认，红字发票会自动开具',
    seller: ['query', 'revoke', 'enter'],
    buyer: [],
  },
  '05': {
    text: '作废（购方否认）',
    phase: 'void',
    sellerHint: '请联系买家核对退款和金额，再重新发起',
    buyerHint: '您已否认。退款仍需冲红，请联系商家核对后由商家重新发起',
    seller: ['again', 'enter'],
    buyer: [],
  },
  '06': {
    text: '作废（销方否认）',
    phase: 'void',
    sellerHint: '如有退款仍需冲红，请重新发起',
    buyerHint: '商家已否认，请联系商家核对后重新申请',
    seller: ['again', 'enter'],
    buyer: ['again'],
  },
  '07': {
    text: '作废（超过72小时未确认）',
    phase: 'void',
    sellerHint: '退款和抬头开错的，系统会用新的流水号重新发起；请提醒对方及时确认',
    buyerHint: '超过72小时未确认。系统会重新发起，没有新的确认单时请点“重新申请”，并及时在电子税务局确认',
    seller: ['again', 'enter'],
    buyer: ['again'],
  },
  '08': {
    text: '作废（发起方已撤销）',
    phase: 'void',
    sellerHint: '如有退款仍需冲红，请重新发起',
    buyerHint: '发起方已撤销；如有退款，商家会重新发起',
    seller: ['again', 'enter'],
    buyer: ['again'],
  },
  '09': {
    text: '作废（确认后撤销）',
    phase: 'void',
    sellerHint: '如有退款仍需冲红，请重新发起',
    buyerHint: '确认后被撤销；如有退款，商家会重新发起',
    seller: ['again', 'enter'],
    buyer: ['again'],
  },
  '10': {
    text: '作废（异常凭证）',
    phase: 'void',
    sellerHint: '蓝票被列为异常凭证，请联系主管税务机关解除后重新发起',
    buyerHint: '蓝票被税务局列为异常凭证，商家正在处理',
    seller: ['again', 'enter'],
    buyer: [],
  },
  '11': {
    text: '作废（纳税人状态异常）',
    phase: 'void',
    sellerHint: '有一方的纳税人状态异常，请联系主管税务机关恢复后重新发起',
    buyerHint: '有一方的纳税人状态异常，请核对您的税务登记，商家会重新发起',
    seller: ['again', 'enter'],
    buyer: [],
  },
  '12': {
    text: '作废（自然人拒收）',
    phase: 'void',
    sellerHint: '对方拒收，请联系对方后重新发起',
    buyerHint: '已拒收。退款仍需冲红，请联系商家核对',
    seller: ['again', 'enter'],
    buyer: [],
  },
  '13': {
    text: '作废（已申报退税）',
    phase: 'void',
    sellerHint: '蓝票已申报退税，请提醒买家先转出，再重新发起',
    buyerHint: '这张发票已申报退税，请先在电子税务局转出，再请商家重新发起',
    seller: ['again', 'enter'],
    buyer: [],
  },
} satisfies Record<RedState, Row>;

export const allRedStates = keysOf(redStates);

const rows: Record<RedState, Row> = redStates;

/** The bureau's keys that a provider may answer. */
export function isRedState(word: string): word is RedState {
  return allRedStates.some((state) => state === word);
}

/** True once the form is void: it takes nothing back, and another may be raised. */
export function isRedVoid(state: RedState): boolean {
  return rows[state].phase === 'void';
}

/** True where the bureau issues the red invoice by itself. */
export function isRedAgreed(state: RedState): boolean {
  return rows[state].phase === 'agreed';
}

/** True while the job asks the bureau about it. */
export function isRedOpen(state: RedState): boolean {
  return rows[state].phase !== 'void';
}

/** True where a new form goes out by itself. */
export function asksAgain(state: RedState): boolean {
  return state === '07';
}

/** What a side may do with a form; nothing but a query once its red invoice is there. */
export function redVerbsOf(state: RedState, side: RedRaiser, hasRedInvoice: boolean): readonly RedVerb[] {
  return hasRedInvoice ? [] : rows[state][side];
}

/** The moment until which the other side may answer; null where nobody is waited for. */
export function redDeadline(state: RedState, askedAt: EpochMs): EpochMs | null {
  return state === '02' || state === '03' ? askedAt + redAnswerMs : null;
}
