/** After-sale cases of a desk as its list shows them. */
import { type SQL, sql } from 'drizzle-orm';
import { cases } from '#lib/contract/desk/lists/cases.ts';
import { deskCaseTabs } from '#lib/rules/orders/after-sale-desk.ts';
import {
  afterSaleStates,
  afterSaleStateText,
  effectiveAfterSale,
  isAfterSaleOver,
  isWithPlatform,
} from '#lib/rules/orders/after-sale-state.ts';
import { isKeyOf, isOneOf } from '#lib/rules/terms/keys.ts';
import { contains } from '../db/contains.ts';
import { type ListReader, listRows } from '../db/list-source.ts';
import { afterSale, company, merchant } from '../db/schema.ts';
import { inStates, within, withMerchant, withPlatform } from '../orders/after-sale-rows.ts';
import { hasWord } from '../orders/due-case-rows.ts';

export const caseListRows = listRows(cases, {
  source: (reader) => ({
    from: sql`${afterSale}`,
    shown: sql`join ${company} on ${company.id} = ${afterSale.companyId}
      join ${merchant} on ${merchant.id} = ${afterSale.merchantId}`,
    key: sql`${afterSale.id}`,
    bound: within({ merchantId: reader.merchantId }),
    columns: {
      case_no: sql`${afterSale.id}`,
      company: sql`${company.name}`,
      merchant: sql`${merchant.shortName}`,
      kind: sql`${afterSale.kind}`,
      reason: sql`array_to_string(${afterSale.reasons}, '、')`,
      goods: sql`(select string_agg(distinct l.snapshot->>'name', '、') from after_sale_line c
        join order_line l on l.id = c.order_line_id where c.after_sale_id = ${afterSale.id})`,
      amount: sql`${afterSale.amount}`,
      refunded: sql`${afterSale.refunded}`,
      due_at: sql`${afterSale.dueAt}`,
      order_no: sql`${afterSale.orderNo}`,
      created_at: sql`${afterSale.createdAt}`,
      has_word: hasWord(),
    },
    extra: { state: sql`${afterSale.state}`, isEscalated: sql`${afterSale.isEscalated}` },
    filters: {
      tab: (tab) => isIn(tab, reader),
      company: (name) =>
        sql`${afterSale.companyId} in (select c.id from company c where ${contains(sql`c.name`, name)})`,
    },
  }),
  finish: ({ state, isEscalated, due_at: dueAt }, { now }) => {
    // A state that a newer version wrote has no text here.
    if (!isOneOf(afterSaleStates, state)) return { status: String(state) };
    const due = typeof dueAt === 'string' ? Date.parse(dueAt) : null;
    const facts = { state, isEscalated: isEscalated === 'true', dueAt: due };
    const at = now.getTime();
    // Nobody is held to a deadline that is over.
    const isPast = isAfterSaleOver(effectiveAfterSale(facts, at)) || isWithPlatform(facts, at);
    return { status: afterSaleStateText(facts, at), ...(isPast && { due_at: null }) };
  },
});

/** What this desk has to decide, what buyers have said, or the states of a tab. */
function isIn(tab: string, { merchantId, now }: ListReader): SQL | undefined {
  if (!isKeyOf(deskCaseTabs, tab)) return undefined;
  const { states } = deskCaseTabs[tab];
  if (states !== null) return inStates(states);
  if (tab === 'words') return hasWord();
  return merchantId === null ? withPlatform(now) : withMerchant(now);
}
