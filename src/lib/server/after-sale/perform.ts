/** Performs an act on a held case: what it changes is decided first, then done (rules 3). */
import { AppError } from '#lib/contract/errors.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import {
  type AfterSaleState,
  type AfterSaleVerb,
  afterSaleDue,
  afterSaleTarget,
} from '#lib/rules/orders/after-sale-state.ts';
import type { Tx } from '../db/client.ts';
import type { By } from '../lots/book.ts';
import { type AfterSalePatch, type AfterSaleRow, moveCase } from '../orders/after-sale-rows.ts';
import { caseFacts } from '../orders/cases.ts';
import { actMessage } from './act-message.ts';
import { keepApart, keepGiftsApart } from './apart.ts';
import { type Doer, type HeldCase, recordAct } from './case.ts';
import { type ExchangeParcel, replaceGoods } from './exchange.ts';
import { type PaidBack, payCase } from './pay.ts';

export interface CaseAct {
  verb: AfterSaleVerb;
  /** Text for the other side. */
  text: string;
  patch?: AfterSalePatch;
  /** The parcel of an exchange. */
  parcel?: ExchangeParcel;
  /** The refund that was shown, fen; another amount is refused. Left out where none was shown. */
  expected?: number;
}

const noParcel: ExchangeParcel = { carrier: '', trackingNo: '', coldRecord: null, codes: new Map() };

/** Performs the act on a held case; answers the payments whose refund runs after the commit. */
export async function perform(
  tx: Tx,
  held: HeldCase,
  doer: Doer,
  act: CaseAct,
  now: Date,
): Promise<string[]> {
  const { row } = held.found;
  const decision = decide(row, act.verb);
  const paid = await moveGoodsAndMoney(tx, held, decision, act, { actor: doer.actor, now });
  const change = changeOf(decision.to, doer, act, paid, now);
  if (!(await moveCase(tx, row.id, row.state, change)))
    throw new AppError(409, '这件售后刚刚已由他人处理，请刷新后再试');
  const { verb, text } = act;
  const message = actMessage(held, verb, text, paid?.amount ?? null, change.state === 'completed');
  await recordAct(tx, row, { doer, act: verb, text, at: now }, { notice: message });
  return paid?.openPayments ?? [];
}

interface Decision {
  /** The next state; a refund may carry it on to the end. */
  to: AfterSaleState;
  /** The goods that arrived are checked: they are stored apart. */
  takesBack: boolean;
  /** Their money goes back. */
  pays: boolean;
  /** A replacement is shipped. */
  replaces: boolean;
}

function decide(row: AfterSaleRow, verb: AfterSaleVerb): Decision {
  const to = afterSaleTarget(caseFacts(row), verb);
  return {
    to,
    takesBack: (verb === 'accept' || verb === 'repay') && row.arrivedAt !== null,
    pays: to === 'refunding',
    replaces: verb === 'accept' && to === 'completed',
  };
}

/** Null where no money goes back. Throws 409 where the refund differs from the amount that was shown. */
async function moveGoodsAndMoney(
  tx: Tx,
  held: HeldCase,
  { takesBack, pays, replaces }: Decision,
  { parcel = noParcel, expected }: CaseAct,
  by: By,
): Promise<PaidBack | null> {
  const book = takesBack ? await keepApart(tx, held, by) : null;
  const paid = pays ? await payCase(tx, held, { ...by, ...(book && { book }) }) : null;
  if (takesBack && paid !== null) await keepGiftsApart(tx, held, paid.gifts, by);
  if (paid !== null && expected !== undefined && paid.amount !== expected)
    throw new AppError(409, `应退金额已变为¥${showYuan(paid.amount)}，请核对后再提交`);
  if (replaces) await replaceGoods(tx, held, parcel, by);
  return paid;
}

/** The case's row afterwards. */
function changeOf(
  to: AfterSaleState,
  doer: Doer,
  { patch }: CaseAct,
  paid: PaidBack | null,
  now: Date,
): AfterSalePatch {
  const due = afterSaleDue(to, now.getTime());
  const isEnd = to === 'completed' || to === 'rejected' || to === 'withdrawn';
  const change: AfterSalePatch = {
    state: to,
    dueAt: due === null ? null : new Date(due),
    isEscalated: false,
    endedBy: isEnd ? doer.side : null,
    endedAt: isEnd ? now : null,
    ...patch,
    ...paid?.patch,
  };
  return change.state === 'completed' ? { ...change, endedBy: doer.side } : change;
}
