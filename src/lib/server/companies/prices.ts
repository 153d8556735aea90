/** Prices agreed with one company (协议价), at the platform's desk: proposed by row and by file, and ended. */
import type {
  CompanyPrice,
  CompanyPrices,
  CompanyPricesValues,
  DropPriceValues,
  ImportPricesValues,
  PriceProposal,
  PricesReport,
  SetPriceValues,
} from '#lib/contract/companies/prices-schema.ts';
import { fieldError } from '#lib/contract/errors.ts';
import {
  agreedPriceProblem,
  belowFloorProblem,
  maxPriceRows,
  type PriceEntry,
  priceSpec,
  readPriceTable,
} from '#lib/rules/companies/agreed-prices.ts';
import { type Fen, formatYuan, parseYuan, showYuan } from '#lib/rules/money/money.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Context } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { readUpload } from '../engines/tables/read-mapped.ts';
import { getSettings } from '../site/settings.ts';
import {
  applyPrices,
  expectSeen,
  type HeldCompany,
  holdCompany,
  type PriceRequest,
  proposalOf,
  proposePrices,
} from './price-changes.ts';
import { notifyOfPrices } from './price-notices.ts';
import { listProposals } from './price-proposal-rows.ts';
import { type findCompanyPrice, findCompanyPrices, listGoodsFacts, listPricesOf } from './price-rows.ts';

/** An agreement that ends, with its price before. */
type Ended = { goodsId: number; was: Fen };

type Row = NonNullable<Awaited<ReturnType<typeof findCompanyPrice>>>;

/** `GET /api/desk/companies/{id}/prices`: a page of agreements. Amounts in yuan. */
export async function listCompanyPrices(
  { db }: Context<'platform'>,
  { id, goods, ...asked }: CompanyPricesValues,
): Promise<CompanyPrices> {
  const { rows, total } = await findCompanyPrices(db, id, goods, asked);
  return { list: rows.map(wireOf), total };
}

function wireOf({ goodsId, memberPrice, price, ...row }: Row): CompanyPrice {
  return { goods_id: goodsId, ...row, member_price: formatYuan(memberPrice), price: formatYuan(price) };
}

/**
 * `POST /api/desk/companies/{id}/prices`: proposes a price to the item's merchant; nothing is in force before it
 * accepts. An equal waiting proposal is answered as done, another one is replaced. Throws 404 for a company, 422 for an
 * unknown item or an amount that is invalid, below the floor or the present one, 409 when another person has changed
 * the price since it was read.
 */
export async function setPrice(
  context: Context<'platform'>,
  { id, goods_id: goodsId, price: yuan, was }: SetPriceValues,
): Promise<PriceProposal> {
  const price = parseYuan(yuan);
  const problem = agreedPriceProblem(price);
  if (problem !== null) throw fieldError('price', problem);
  const percent = (await getSettings(context.db)).agreedPriceFloor;
  const made = await context.db.transaction(async (tx) => {
    const company = await holdCompany(tx, id);
    const fact = (await listGoodsFacts(tx, [goodsId])).get(goodsId);
    if (fact === undefined) throw fieldError('goods_id', `没有编号为${goodsId}的商品`);
    const tooLow = belowFloorProblem(price, fact.floorPrice, percent);
    if (tooLow !== null) throw fieldError('price', tooLow);
    const stands = (await listPricesOf(tx, id, [goodsId])).get(goodsId);
    if (stands === price) throw fieldError('price', `现在的协议价就是¥${showYuan(price)}`);
    expectSeen(stands, was);
    const [proposed] = await proposePrices(tx, context, company, [{ goodsId, fact, was: stands, price }]);
    return must(proposed, 'the proposal');
  });
  const [row] = await listProposals(context.db, [made]);
  return proposalOf(must(row, 'the proposal'));
}

/** `POST /api/desk/companies/{id}/prices/{goods}/drop`: ends an agreement. A repeat changes nothing; 409 as above. */
export async function dropPrice(
  context: Context<'platform'>,
  { id, goods: goodsId, was }: DropPriceValues,
): Promise<{ goods_id: number }> {
  await context.db.transaction(async (tx) => {
    const company = await holdCompany(tx, id);
    const stands = (await listPricesOf(tx, id, [goodsId])).get(goodsId);
    if (stands === undefined) return;
    expectSeen(stands, was);
    await endPrices(tx, context, company, [{ goodsId, was: stands }]);
  });
  return { goods_id: goodsId };
}

/**
 * `POST /api/desk/companies/{id}/prices/import`: prices of a CSV or XLSX, proposed to their merchants, with the result
 * of each row; the end of one is in force at once. Nothing is written before a person has confirmed columns and rows.
 * Wrong rows do not stop the others. A repeat changes nothing. Throws 404 for a company, 422 for a file that is no
 * table or has other columns, 429 when too many are read.
 */
export async function importPrices(
  context: Context<'platform'>,
  { id, file, columns, confirm }: ImportPricesValues,
): Promise<PricesReport> {
  const isWritten = confirm === 1;
  if (isWritten && columns === undefined) throw fieldError('file', '请先核对各列，再确认导入');
  const table = await readUpload(context, file, { spec: priceSpec, columns });
  const entries = readPriceTable(table.rows);
  const isAsked = table.questions.length > 0;
  if (entries.length === 0 && !isAsked)
    throw fieldError('file', '文件里没有内容，第一列写商品编号，第二列写协议价');
  if (entries.length > maxPriceRows) throw fieldError('file', `一次最多${maxPriceRows}行，请分成几个文件`);
  const rows = await context.db.transaction(async (tx) => {
    const company = await holdCompany(tx, id);
    const plan = await planImport(tx, context, { id, entries });
    if (isWritten) {
      await proposePrices(tx, context, company, plan.requests);
      await endPrices(tx, context, company, plan.ends);
    }
    return plan.rows;
  });
  const done = rows.filter((row) => row.is_done === 1).length;
  return { rows, done, failed: rows.length - done, is_written: isWritten ? 1 : 0, table: table.mapping };
}

/** Ends agreements, with notices to the items' merchants. */
async function endPrices(
  tx: Tx,
  context: Context<'platform'>,
  company: HeldCompany,
  ends: readonly Ended[],
): Promise<void> {
  await applyPrices(tx, context, company.id, ends);
  const facts = await listGoodsFacts(
    tx,
    ends.map(({ goodsId }) => goodsId),
  );
  const changed = ends.flatMap(({ goodsId, was: price }) => {
    const fact = facts.get(goodsId);
    return fact === undefined ? [] : [{ goodsId, fact, price }];
  });
  const key = `${company.id}:${changed[0]?.goodsId}:${context.now.getTime()}`;
  await notifyOfPrices(tx, context, { cause: 'ended', key }, company, changed);
}

/** The result of each row, and the writes for it. */
async function planImport(
  tx: Tx,
  context: Context<'platform'>,
  { id: companyId, entries }: { id: number; entries: readonly PriceEntry[] },
): Promise<{ rows: PricesReport['rows']; requests: PriceRequest[]; ends: Ended[] }> {
  const ids = entries.flatMap((entry) => (entry.kind === 'wrong' ? [] : [entry.goodsId]));
  const percent = (await getSettings(context.db)).agreedPriceFloor;
  const [facts, stands] = [await listGoodsFacts(tx, ids), await listPricesOf(tx, companyId, ids)];
  const requests: PriceRequest[] = [];
  const ends: Ended[] = [];
  const rows = entries.map((entry) => {
    const { row, goods, price } = entry;
    const say = (said: string, is: 0 | 1 = 1) => ({ row, goods, price, said, is_done: is });
    if (entry.kind === 'wrong') return say(entry.problem, 0);
    const { goodsId } = entry;
    const fact = facts.get(goodsId);
    if (fact === undefined) return say(`没有编号为${goodsId}的商品`, 0);
    const { name } = fact;
    const was = stands.get(goodsId);
    if (entry.kind === 'set') {
      if (entry.fen === was) return say(`${name}：没有变化`);
      const tooLow = belowFloorProblem(entry.fen, fact.floorPrice, percent);
      if (tooLow !== null) return say(`${name}：${tooLow}`, 0);
      requests.push({ goodsId, fact, was, price: entry.fen });
      return say(
        `${name}：${was === undefined ? '' : `${formatYuan(was)}改为`}${formatYuan(entry.fen)}，等待商家确认`,
      );
    }
    if (was === undefined) return say(`${name}：没有变化`);
    ends.push({ goodsId, was });
    return say(`${name}：取消协议价`);
  });
  return { rows, requests, ends };
}
