/** The sheet for opening the parcels of an order: each lot with its scanner codes, and the possible acts. */
import { AppError } from '#lib/contract/errors.ts';
import type { PapersInput, ReceivingSheet } from '#lib/contract/receiving.ts';
import { isRestricted } from '#lib/rules/companies/company-state.ts';
import { roleMay, roleRefusal } from '#lib/rules/companies/roles.ts';
import { afterSaleKinds, afterSaleStateText } from '#lib/rules/orders/after-sale-state.ts';
import { showDegrees, storageRange } from '#lib/rules/orders/cold-chain.ts';
import { effectiveStatus, orderCan, orderIs, orderStatusText } from '#lib/rules/orders/order-state.ts';
import { readClaims } from '../after-sale/claims.ts';
import type { Context } from '../core/context.ts';
import { listCaseLines } from '../orders/after-sale-line-rows.ts';
import { listCasesOf } from '../orders/case-rows.ts';
import { caseFacts } from '../orders/cases.ts';
import { listColdParcels } from '../orders/cold-record-rows.ts';
import { factsOf, verbPermissions } from '../orders/facts.ts';
import { findOrder, listMerchantNames, listOrdersOfTrades, type OrderRow } from '../orders/rows.ts';
import type { Account } from '../people/account-rows.ts';
import { listScanLots } from './rows.ts';

/** `GET /api/order/{no}/receiving`. Throws 404 for an order of another company. */
export async function getReceivingSheet(
  context: Context<'buyer'>,
  input: PapersInput,
): Promise<ReceivingSheet> {
  const found = await findReceivingSheet(context, input);
  if (found === null) throw new AppError(404, '订单不存在');
  return found;
}

/** The same, null where there is none. */
export async function findReceivingSheet(
  { db, now, actor: { account } }: Context<'buyer'>,
  { no }: PapersInput,
): Promise<ReceivingSheet | null> {
  const { companyId } = account;
  const order = await findOrder(db, companyId, no);
  if (order === null) return null;
  const [all, sent, names, cases, cold] = await Promise.all([
    listOrdersOfTrades(db, [order.tradeNo]),
    listScanLots(db, { no, companyId }),
    listMerchantNames(db, [order.merchantId]),
    listCasesOf(db, companyId, [no]),
    order.isColdChain ? listColdParcels(db, no) : [],
  ]);
  const [claims, caseLines] = await Promise.all([
    readClaims(db, order, all, 'received'),
    listCaseLines(
      db,
      cases.map(({ id }) => id),
    ),
  ]);
  const nameOf = new Map(claims.rows.map(({ line }) => [line.id, line.snapshot]));
  return {
    no,
    merchant: names.get(order.merchantId) ?? '',
    status_text: orderStatusText(factsOf(order), now.getTime()),
    ...mayOf(order, account, now),
    cold: cold.map(({ trackingNo, carrier, degrees, cooler, recorder, arrived }) => ({
      tracking_no: trackingNo,
      carrier,
      sent: degrees === null ? '' : showDegrees(degrees),
      cooler,
      recorder,
      arrived: arrived === null ? '' : showDegrees(arrived),
    })),
    rows: claims.rows.map(({ line, lotNo, expiresOn, most }) => {
      const own = sent.filter((lot) => lot.lineId === line.id && lot.lotNo === lotNo);
      const { name, spec, maker, unit } = line.snapshot;
      return {
        line_id: line.id,
        lot_no: lotNo,
        produced_on: own[0]?.producedOn ?? '',
        expires_on: expiresOn,
        name,
        spec,
        maker,
        unit,
        barcode: own[0]?.barcode ?? '',
        is_gift: line.kind === 'gift' ? 1 : 0,
        number: own.reduce((sum, { quantity }) => sum + quantity, 0),
        most,
        range: order.isColdChain ? storageRange(line.snapshot.storage) : null,
        tracking_nos: [...new Set(own.map(({ trackingNo }) => trackingNo))],
        trace_codes: own.flatMap(({ traceCodes }) => traceCodes),
      };
    }),
    cases: cases.map((row) => ({
      id: row.id,
      kind_text: afterSaleKinds[row.kind].text,
      status_text: afterSaleStateText(caseFacts(row), now.getTime()),
      what: caseLines
        .filter(({ afterSaleId }) => afterSaleId === row.id)
        .map(({ orderLineId, lotNo, pieces }) => {
          const { name = '', unit = '' } = nameOf.get(orderLineId) ?? {};
          return `${name}${lotNo === '' ? '' : `（批号${lotNo}）`}${pieces}${unit}`;
        })
        .join('、'),
    })),
  };
}

/** What this member may do about the order's parcels now, and why not where nothing is possible. */
function mayOf(
  order: OrderRow,
  account: Account,
  now: Date,
): Pick<ReceivingSheet, 'may_confirm' | 'may_report' | 'why'> {
  const facts = factsOf(order);
  const permission = verbPermissions.confirm;
  const nothing = (why: string) => ({ may_confirm: 0 as const, may_report: 0 as const, why });
  if (!roleMay(account.role, permission)) return nothing(roleRefusal(account.role, permission));
  if (isRestricted(account.companyState)) return nothing('企业已被冻结，暂不能验收收货，请联系客服');
  if (orderCan.confirm(facts, now.getTime())) return { may_confirm: 1, may_report: 1, why: '' };
  if (orderCan.aftersale(facts, now.getTime())) return { may_confirm: 0, may_report: 1, why: '' };
  if (orderIs.partShipped(order.status))
    return {
      may_confirm: 0,
      may_report: 1,
      why: '还有商品没有发出：已到的可以先核对、先登记差异；全部发货后再确认收货。已核对的会保留在这台设备上',
    };
  if (orderIs.shippable(order.status)) return nothing('商家还没有发货');
  if (orderIs.completed(effectiveStatus(facts, now.getTime())))
    return nothing('订单收货已超过7天，不能再登记差异');
  return nothing(`订单${orderStatusText(facts, now.getTime())}，没有可验收的商品`);
}
