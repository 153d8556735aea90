/** After-sale tickets (rules 3): a tag beside the order's status, never a status. */

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

export type AfterSaleKind = 'return_refund' | 'refund_only' | 'exchange' | 'damage' | 'papers';

type Moves = Partial<Record<AfterSaleState, AfterSaleState[]>>;
type KindRow = { text: string; refunds: boolean; moves: Moves };

const sendBack: Moves = {
  reviewing: ['to_return', 'rejected', 'withdrawn'],
  to_return: ['to_inspect', 'withdrawn'],
};

/** Which way each kind of ticket goes; all start at `reviewing`. Paper tickets never touch money. */
export const afterSaleKinds = {
  return_refund: {
    text: '退货退款',
    refunds: true,
    moves: { ...sendBack, to_inspect: ['refunding', 'rejected'], refunding: ['completed'] },
  },
  refund_only: {
    text: '仅退款',
    refunds: true,
    moves: { reviewing: ['refunding', 'rejected', 'withdrawn'], refunding: ['completed'] },
  },
  exchange: {
    text: '换货',
    refunds: false,
    moves: { ...sendBack, to_inspect: ['completed', 'rejected'] },
  },
  damage: {
    text: '破损',
    refunds: true,
    // A photograph may be enough: then nothing has to travel back.
    moves: {
      reviewing: ['to_return', 'refunding', 'rejected', 'withdrawn'],
      to_return: ['to_inspect', 'withdrawn'],
      to_inspect: ['refunding', 'rejected'],
      refunding: ['completed'],
    },
  },
  papers: {
    text: '补资料',
    refunds: false,
    moves: { reviewing: ['completed', 'rejected', 'withdrawn'] },
  },
} satisfies Record<AfterSaleKind, KindRow>;

/** True when a ticket of a kind may go from one state to another. */
export function canAfterSaleMove(kind: AfterSaleKind, from: AfterSaleState, to: AfterSaleState): boolean {
  const { moves }: KindRow = afterSaleKinds[kind];
  return moves[from]?.includes(to) ?? false;
}

/** True when nothing more happens to a ticket. */
export function isAfterSaleOver(kind: AfterSaleKind, state: AfterSaleState): boolean {
  const { moves }: KindRow = afterSaleKinds[kind];
  return moves[state] === undefined;
}
