/** After-sale cases (rules 3): a tag next to the order's status, never a status. */
import { keysOf } from '../terms/keys.ts';
import type { EpochMs } from '../terms/terms.ts';

export type AfterSaleState =
  | 'reviewing'
  | 'to_return'
  | 'to_inspect'
  | 'refunding'
  | 'completed'
  | 'rejected'
  | 'withdrawn';

export const afterSaleTexts = {
  reviewing: '待商家审核',
  to_return: '待寄回',
  to_inspect: '待验收',
  refunding: '退款中',
  completed: '已完成',
  rejected: '已驳回',
  withdrawn: '已撤销',
} satisfies Record<AfterSaleState, string>;

export const afterSaleStates = keysOf(afterSaleTexts);

export type AfterSaleKind = 'return_refund' | 'refund_only' | 'exchange' | 'damage' | 'papers';

type Moves = Partial<Record<AfterSaleState, AfterSaleState[]>>;
type KindRow = { text: string; refunds: boolean; moves: Moves };

const sendBack: Moves = {
  reviewing: ['to_return', 'rejected', 'withdrawn'],
  to_return: ['to_inspect', 'withdrawn'],
};
/** The platform reviews a refusal, in the state in which the case was refused. */
const again: Moves = { rejected: ['reviewing'] };
const againBoth: Moves = { rejected: ['reviewing', 'to_inspect'] };

/** The transitions of each kind of case, from `firstStateAt` of its stage. Requests for documents never move money. */
export const afterSaleKinds = {
  return_refund: {
    text: '退货退款',
    refunds: true,
    moves: { ...sendBack, ...againBoth, to_inspect: ['refunding', 'rejected'], refunding: ['completed'] },
  },
  refund_only: {
    text: '仅退款',
    refunds: true,
    moves: { ...again, reviewing: ['refunding', 'rejected', 'withdrawn'], refunding: ['completed'] },
  },
  exchange: {
    text: '换货',
    refunds: false,
    // Where there is no replacement, the paid amount is refunded instead.
    moves: {
      ...sendBack,
      ...againBoth,
      to_inspect: ['completed', 'refunding', 'rejected'],
      refunding: ['completed'],
    },
  },
  damage: {
    text: '破损',
    refunds: true,
    // A photograph may be enough: then nothing has to be returned.
    moves: {
      ...againBoth,
      reviewing: ['to_return', 'refunding', 'rejected', 'withdrawn'],
      to_return: ['to_inspect', 'withdrawn'],
      to_inspect: ['refunding', 'rejected'],
      refunding: ['completed'],
    },
  },
  papers: {
    text: '补资料',
    refunds: false,
    moves: { ...again, reviewing: ['completed', 'rejected', 'withdrawn'] },
  },
} satisfies Record<AfterSaleKind, KindRow>;

export const afterSaleKindKeys = keysOf(afterSaleKinds);

/** True when a case of a kind may go from one state to another. */
export function canAfterSaleMove(kind: AfterSaleKind, from: AfterSaleState, to: AfterSaleState): boolean {
  const { moves }: KindRow = afterSaleKinds[kind];
  return moves[from]?.includes(to) ?? false;
}

const ends: readonly AfterSaleState[] = ['completed', 'rejected', 'withdrawn'];

/** Returned goods were checked and accepted: the amount is refunded, or replacements were sent. */
export const acceptedAfterSaleStates: readonly AfterSaleState[] = ['refunding', 'completed'];

/** States in which a case is open. */
export const openAfterSaleStates = afterSaleStates.filter((state) => !ends.includes(state));

/** True while the pieces of a case cannot be claimed again; the line itself counts refunded ones. */
export function holdsPieces(kind: AfterSaleKind, state: AfterSaleState): boolean {
  return kind !== 'papers' && state !== 'refunding' && !ends.includes(state);
}

/** True when pieces of a case no longer belong to its lot: refunded, or returned and replaced. */
export function tookPieces(kind: AfterSaleKind, state: AfterSaleState): boolean {
  return kind !== 'papers' && acceptedAfterSaleStates.includes(state);
}

/** States in which a case asks for a refund of pieces that still count: once it is agreed to, they are refunded. */
export const askingAfterSaleStates: readonly AfterSaleState[] = ['reviewing'];

/** True when a case is over; a refusal may still be appealed once. */
export function isAfterSaleOver(state: AfterSaleState): boolean {
  return ends.includes(state);
}

/** Parties that act: the buyer's people, the merchant's, the platform's, or time. */
export const afterSaleSides = ['buyer', 'merchant', 'platform', 'system'] as const;
export type AfterSaleSide = (typeof afterSaleSides)[number];

/**
 * True for a case that is moot once its whole order is refunded: a refund in progress continues, and documents are owed
 * all the same.
 */
export function endsWithOrder({ kind, state }: Pick<AfterSaleFacts, 'kind' | 'state'>): boolean {
  return kind !== 'papers' && state !== 'refunding' && !isAfterSaleOver(state);
}

const hour = 3_600_000;
const day = 24 * hour;

/** The time limits of a case, ms. The window for asking is `orderLimits.afterSale`. */
export const afterSaleLimits = {
  /** The merchant answers, or the platform decides. */
  answer: 48 * hour,
  /** The buyer returns the goods, or the case ends. */
  sendBack: 7 * day,
  /** A parcel on its way back; then the platform decides. */
  onWay: 10 * day,
  /** After a refusal the buyer may ask the platform, once. */
  appeal: 7 * day,
} as const;

/** The facts of a case that the rules need. Times in epoch milliseconds. */
export interface AfterSaleFacts {
  kind: AfterSaleKind;
  state: AfterSaleState;
  /** Deadline of the party that acts next; null where none or the platform is waited for. */
  dueAt: EpochMs | null;
  /** It was handed to the platform: by the buyer, or at the deadline. */
  isEscalated: boolean;
  /** The buyer has appealed to the platform once. */
  hasAppealed: boolean;
  /** The side that ended it; null while it is open. */
  endedBy: AfterSaleSide | null;
  endedAt: EpochMs | null;
  /** The goods are or were on their way back. */
  isSent: boolean;
  hasArrived: boolean;
}

type Waiting = Pick<AfterSaleFacts, 'state' | 'dueAt' | 'isEscalated'>;

/** The effective state at `now`: goods that were not returned in time end the case, whatever is stored. */
export function effectiveAfterSale({ state, dueAt }: Waiting, now: EpochMs): AfterSaleState {
  return state === 'to_return' && dueAt !== null && now >= dueAt ? 'withdrawn' : state;
}

const decided: readonly AfterSaleState[] = ['reviewing', 'to_inspect'];

/** True when the platform decides: after an appeal, or after the merchant's deadline. */
export function isWithPlatform({ state, dueAt, isEscalated }: Waiting, now: EpochMs): boolean {
  return decided.includes(state) && (isEscalated || (dueAt !== null && now >= dueAt));
}

/** The possible acts on a case, in the order of the buttons. */
export type AfterSaleVerb =
  | 'send'
  | 'withdraw'
  | 'appeal'
  | 'arrive'
  | 'accept'
  | 'repay'
  | 'agree'
  | 'waive'
  | 'refuse';

type VerbRow = {
  text: string;
  isBuyers: boolean;
  from: readonly AfterSaleState[];
  when?: (facts: AfterSaleFacts, now: EpochMs) => boolean;
};

export const afterSaleVerbs = {
  send: { text: '填写寄回单号', isBuyers: true, from: ['to_return'] },
  withdraw: { text: '撤销申请', isBuyers: true, from: ['reviewing', 'to_return'] },
  appeal: {
    text: '申请平台介入',
    isBuyers: true,
    from: ['rejected'],
    when: ({ hasAppealed, endedBy, endedAt }, now) =>
      !hasAppealed && endedBy === 'merchant' && endedAt !== null && now < endedAt + afterSaleLimits.appeal,
  },
  arrive: { text: '登记到货', isBuyers: false, from: ['to_inspect'], when: ({ hasArrived }) => !hasArrived },
  accept: { text: '验收通过', isBuyers: false, from: ['to_inspect'], when: ({ hasArrived }) => hasArrived },
  repay: {
    text: '改为退款',
    isBuyers: false,
    from: ['to_inspect'],
    when: ({ kind, hasArrived }) => kind === 'exchange' && hasArrived,
  },
  agree: { text: '同意', isBuyers: false, from: ['reviewing'] },
  waive: {
    text: '同意，无需寄回',
    isBuyers: false,
    from: ['reviewing'],
    when: ({ kind }) => kind === 'damage',
  },
  refuse: {
    text: '驳回',
    isBuyers: false,
    from: ['reviewing', 'to_inspect'],
    // Returned goods are checked before a refusal, unless they never arrive.
    when: (facts, now) => facts.state === 'reviewing' || facts.hasArrived || isWithPlatform(facts, now),
  },
} satisfies Record<AfterSaleVerb, VerbRow>;

const verbs = keysOf(afterSaleVerbs);

/** The acts of a side now. The merchant no longer decides a case that is with the platform. */
export function afterSaleActions(facts: AfterSaleFacts, side: AfterSaleSide, now: EpochMs): AfterSaleVerb[] {
  const state = effectiveAfterSale(facts, now);
  const isPlatforms = isWithPlatform(facts, now);
  return verbs.filter((verb) => {
    const row: VerbRow = afterSaleVerbs[verb];
    if (row.isBuyers !== (side === 'buyer') || !row.from.includes(state)) return false;
    if (side === 'system' || (side === 'platform' && !isPlatforms)) return false;
    // Only the merchant holds the parcel.
    if (side === 'merchant' && isPlatforms && verb !== 'arrive') return false;
    return row.when?.(facts, now) ?? true;
  });
}

/** The state after an act; the same state where it only adds to it. */
export function afterSaleTarget(facts: AfterSaleFacts, verb: AfterSaleVerb): AfterSaleState {
  const { kind, state } = facts;
  const refunds = afterSaleKinds[kind].refunds;
  switch (verb) {
    case 'send':
      return 'to_inspect';
    case 'withdraw':
      return 'withdrawn';
    case 'appeal':
      return facts.isSent ? 'to_inspect' : 'reviewing';
    case 'arrive':
      return state;
    case 'refuse':
      return 'rejected';
    case 'repay':
      return 'refunding';
    case 'accept':
    case 'waive':
      return refunds ? 'refunding' : 'completed';
    case 'agree':
      if (kind === 'papers') return 'completed';
      return kind === 'refund_only' ? 'refunding' : 'to_return';
  }
}

/** Deadline of the party that acts next, after a case came to a state at `now`. */
export function afterSaleDue(state: AfterSaleState, now: EpochMs): EpochMs | null {
  if (state === 'reviewing') return now + afterSaleLimits.answer;
  if (state === 'to_return') return now + afterSaleLimits.sendBack;
  return state === 'to_inspect' ? now + afterSaleLimits.onWay : null;
}

/** The state in Chinese, effective at `now`. */
export function afterSaleStateText(facts: Waiting, now: EpochMs): string {
  if (isWithPlatform(facts, now)) return '待平台处理';
  return afterSaleTexts[effectiveAfterSale(facts, now)];
}
