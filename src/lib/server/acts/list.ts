/** The list of acts that wait for a second person, with what the reader may do to each. */
import { countersign } from '#lib/contract/desk/lists/countersign.ts';
import { actKind } from '#lib/rules/companies/act-kinds.ts';
import { actStates, isActOpen } from '#lib/rules/companies/act-states.ts';
import { deciderProblem } from '#lib/rules/companies/countersign.ts';
import { staffMay } from '#lib/rules/companies/staff.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { type ListReader, listRows } from '../db/list-source.ts';
import { getSettings, type Settings } from '../site/settings.ts';
import { actSource, personOf } from './list-rows.ts';
import { limitsOf } from './propose.ts';
import { changesText } from './wire.ts';

export const actListRows = listRows(countersign, {
  source: actSource,
  async finishAll(db, rows, reader) {
    const settings = await getSettings(db);
    return rows.map((row) => actCells(settings, row, reader));
  },
});

function actCells(settings: Settings, row: Record<string, unknown>, reader: ListReader) {
  const kind = String(row.kind);
  const state = String(row.state);
  const amount = typeof row.amount === 'number' ? row.amount : null;
  const isOpen = isKeyOf(actStates, state) && isActOpen(state);
  const act = { askedBy: String(row.asked_by), askedAs: String(row.asked_as), kind, amount };
  const problem = isOpen ? deciderProblem(act, personOf(reader), limitsOf(settings, kind)) : null;
  const changes = changesText({
    changes: typeof row.changed === 'string' ? JSON.parse(row.changed) : [],
    corrected: isOpen && kind === 'balance' ? amount : null,
    balance: Number(row.balance),
  });
  return {
    condition: conditionOf(kind, row.until, Number(row.threshold)),
    changes: typeof row.person === 'string' ? `${changes}；给${row.person}` : changes,
    problem,
    effect: actKind(kind).effect,
    may_decide: isOpen && problem === null,
    may_reclaim: Number(row.gift_left) > 0 && row.is_asked_back !== true && mayAskBack(reader),
    may_withdraw: isOpen && actKind(kind).mayWithdraw && act.askedBy === reader.name,
  };
}

/** Minimum amount and end of a coupon; empty for other kinds. */
function conditionOf(kind: string, until: unknown, threshold: number): string {
  if (typeof until !== 'string') return '';
  return kind === 'voucher' ? `${until}前有效` : `满¥${showYuan(threshold)}可用，${until}前有效`;
}

/** Who may ask that a gift is given may ask that it is taken back. */
function mayAskBack(reader: ListReader): boolean {
  const { side, role } = personOf(reader);
  return role === undefined || staffMay(side, role, 'vouchers');
}
