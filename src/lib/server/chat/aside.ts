/** The company beside a talk: what the person at the desk may see of it anyway (rules 21). */
import type { ChatAside } from '#lib/contract/chat/desk-schema.ts';
import type { TalkValues } from '#lib/contract/chat/schema.ts';
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { companyStateText } from '#lib/rules/companies/company-state.ts';
import { buyerTypes, paperNames } from '#lib/rules/companies/qualification.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { afterSaleKinds, afterSaleStateText } from '#lib/rules/orders/after-sale-state.ts';
import { orderStatusText } from '#lib/rules/orders/order-state.ts';
import { hasPassed } from '#lib/rules/terms/shelf-life.ts';
import { actorMay, type Context } from '../core/context.ts';
import { caseFacts } from '../orders/cases.ts';
import { factsOf } from '../orders/facts.ts';
import {
  findCompany,
  listCartLines,
  listCurrentPapers,
  listLastCases,
  listLastOrders,
} from './aside-rows.ts';
import { requireTalk } from './messages.ts';
import { deskReader } from './reader.ts';

/**
 * `GET /api/desk/chat/talks/{id}/aside`: a merchant's people see orders, cases and cart lines of their own goods. Throws
 * 404 for a talk of another side.
 */
export async function getAside(context: Context<'staff'>, { id }: TalkValues): Promise<ChatAside> {
  const { db, actor, now } = context;
  const { talk } = await requireTalk(db, id, deskReader(context));
  const { merchantId } = actor;
  const { companyId } = talk;
  const none = Promise.resolve([]);
  const [company, orders, cases, cart, papers] = await Promise.all([
    findCompany(db, companyId),
    actorMay(actor, 'sales') ? listLastOrders(db, companyId, merchantId) : none,
    actorMay(actor, 'aftersale') ? listLastCases(db, companyId, merchantId) : none,
    listCartLines(db, companyId, merchantId),
    // A merchant reads a company's papers with its first order, not here.
    actorMay(actor, 'clients') ? listCurrentPapers(db, companyId) : none,
  ]);
  if (company === null) throw new AppError(404, '企业不存在');
  const at = now.getTime();
  return {
    company: {
      id: company.id,
      name: company.name,
      kind_text: buyerTypes[company.buyerType].text,
      state_text: companyStateText(company.status),
      link: actorMay(actor, 'clients') ? path('/desk/companies/[id]', { id: company.id }) : '',
    },
    orders: orders.map((row) => ({
      no: row.no,
      status_text: orderStatusText(factsOf(row), at),
      amount: formatYuan(row.payAmount),
      at: row.createdAt.toISOString(),
      link: path('/desk/orders/[no]', { no: row.no }),
    })),
    cases: cases.map((row) => ({
      id: row.id,
      kind_text: afterSaleKinds[row.kind].text,
      status_text: afterSaleStateText(caseFacts(row), at),
      link: path('/desk/aftersale/[id]', { id: row.id }),
    })),
    cart: cart.map(({ goodsId, name, number }) => ({ goods_id: goodsId, name, number })),
    papers: papers.map(({ kind, validTo }) => ({
      name: paperNames[kind],
      valid_to: validTo ?? '',
      state_text: validTo !== null && hasPassed(validTo, at) ? '已过期' : '有效',
    })),
  };
}
