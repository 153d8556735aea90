/** Prices agreed with one company (协议价), at the platform's desk: by row and by file. */
import type {
  CompanyPrice,
  CompanyPrices,
  CompanyPricesValues,
  DropPriceValues,
  ImportPricesValues,
  PricesReport,
  SetPriceValues,
} from '#lib/contract/companies/prices-schema.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { Upload } from '#lib/contract/fields.ts';
import {
  agreedPriceProblem,
  maxPriceRows,
  type PriceEntry,
  readPriceTable,
} from '#lib/rules/companies/agreed-prices.ts';
import { type Fen, formatYuan, parseYuan } from '#lib/rules/money/money.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type Context, recordOf } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { writeAudit } from '../../repos/audit.ts';
import { lockCompany } from '../../repos/companies.ts';
import {
  dropCompanyPrices,
  findCompanyPrice,
  findCompanyPrices,
  listGoodsNames,
  listPricesOf,
  putCompanyPrices,
} from '../../repos/company-prices.ts';
import { NoTurn } from '../../shares/fair-queue.ts';
import { TableError, uploadLimits } from '../../tables/limits.ts';
import { readTable } from '../../tables/read-table.ts';

type Row = NonNullable<Awaited<ReturnType<typeof findCompanyPrice>>>;

/** `GET /api/desk/companies/{id}/prices`: a page of what is agreed. Amounts in yuan. */
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
 * `POST /api/desk/companies/{id}/prices`. What stands so already is answered as done. Throws 404 for a company, 422 for a
 * goods that there is not and for an amount that is none, 409 when somebody has changed the price since it was read.
 */
export async function setPrice(
  context: Context<'platform'>,
  { id, goods_id: goodsId, price: yuan, was }: SetPriceValues,
): Promise<CompanyPrice> {
  const price = parseYuan(yuan);
  const problem = agreedPriceProblem(price);
  if (problem !== null) throw fieldError('price', problem);
  return context.db.transaction(async (tx) => {
    await hold(tx, id);
    if (!(await listGoodsNames(tx, [goodsId])).has(goodsId))
      throw fieldError('goods_id', `没有编号为${goodsId}的商品`);
    const stands = (await listPricesOf(tx, id, [goodsId])).get(goodsId);
    if (stands !== price) {
      expectSeen(stands, was);
      await putCompanyPrices(tx, id, [{ goodsId, price }]);
      await write(tx, context, id, [{ goodsId, was: stands, price }]);
    }
    return wireOf(must(await findCompanyPrice(tx, id, goodsId), 'the price'));
  });
}

/** `POST /api/desk/companies/{id}/prices/{goods}/drop`: ends an agreement. Again it is the same; 409 as above. */
export async function dropPrice(
  context: Context<'platform'>,
  { id, goods: goodsId, was }: DropPriceValues,
): Promise<{ goods_id: number }> {
  await context.db.transaction(async (tx) => {
    await hold(tx, id);
    const stands = (await listPricesOf(tx, id, [goodsId])).get(goodsId);
    if (stands === undefined) return;
    expectSeen(stands, was);
    await dropCompanyPrices(tx, id, [goodsId]);
    await write(tx, context, id, [{ goodsId, was: stands }]);
  });
  return { goods_id: goodsId };
}

/**
 * `POST /api/desk/companies/{id}/prices/import`: prices of a CSV or XLSX, with what became of each row. Rows that are wrong
 * stop no others. Again it changes nothing. Throws 404 for a company, 422 for what is no table, 429 when too many are read.
 */
export async function importPrices(
  context: Context<'platform'>,
  { id, file }: ImportPricesValues,
): Promise<PricesReport> {
  const entries = readPriceTable(await rowsOf(file, context.actor.name));
  if (entries.length === 0) throw fieldError('file', '文件里没有内容，第一列写商品编号，第二列写协议价');
  if (entries.length > maxPriceRows) throw fieldError('file', `一次最多${maxPriceRows}行，请分成几个文件`);
  const rows = await context.db.transaction(async (tx) => {
    await hold(tx, id);
    return takeOver(tx, context, id, entries);
  });
  const done = rows.filter((row) => row.is_done === 1).length;
  return { rows, done, failed: rows.length - done };
}

async function takeOver(
  tx: Tx,
  context: Context<'platform'>,
  companyId: number,
  entries: readonly PriceEntry[],
): Promise<PricesReport['rows']> {
  const ids = entries.flatMap((entry) => (entry.kind === 'wrong' ? [] : [entry.goodsId]));
  const [names, stands] = [await listGoodsNames(tx, ids), await listPricesOf(tx, companyId, ids)];
  const changes: Change[] = [];
  const rows = entries.map((entry) => {
    const { row, goods, price } = entry;
    const say = (said: string, is: 0 | 1 = 1) => ({ row, goods, price, said, is_done: is });
    if (entry.kind === 'wrong') return say(entry.problem, 0);
    const { goodsId } = entry;
    const name = names.get(goodsId);
    if (name === undefined) return say(`没有编号为${goodsId}的商品`, 0);
    const was = stands.get(goodsId);
    const wanted = entry.kind === 'set' ? entry.fen : undefined;
    if (wanted === was) return say(`${name}：没有变化`);
    changes.push({ goodsId, was, ...(wanted !== undefined && { price: wanted }) });
    if (wanted === undefined) return say(`${name}：已取消协议价`);
    return say(`${name}：${was === undefined ? '' : `${formatYuan(was)}改为`}${formatYuan(wanted)}`);
  });
  const puts = changes.flatMap(({ goodsId, price }) => (price === undefined ? [] : [{ goodsId, price }]));
  await putCompanyPrices(tx, companyId, puts);
  await dropCompanyPrices(
    tx,
    companyId,
    changes.filter(({ price }) => price === undefined).map(({ goodsId }) => goodsId),
  );
  await write(tx, context, companyId, changes);
  return rows;
}

/** The rows of a file; read in a process apart, as whatever comes from outside. */
async function rowsOf(file: Upload, who: string): Promise<string[][]> {
  if (file.bytes.byteLength === 0) throw fieldError('file', '文件是空的，请检查后重新选择');
  if (file.bytes.byteLength > uploadLimits.bytes) throw fieldError('file', '文件超过10 MB，请分成几个文件');
  try {
    return await readTable(file.bytes, uploadLimits, `desk ${who}`);
  } catch (error) {
    if (error instanceof NoTurn)
      throw new AppError(429, '正在读取的文件较多，请稍候再试', { retry_after: 5 });
    if (error instanceof TableError) throw fieldError('file', `“${file.name.slice(0, 60)}”${error.message}`);
    throw error;
  }
}

async function hold(tx: Tx, id: number): Promise<void> {
  if ((await lockCompany(tx, id)) === null) throw new AppError(404, `没有企业${id}`);
}

/** Who changes a price has seen the one that stands. */
function expectSeen(stands: Fen | undefined, was: string | undefined): void {
  if (stands === (was === undefined ? undefined : parseYuan(was))) return;
  const now = stands === undefined ? '已取消' : `现为${formatYuan(stands)}`;
  throw new AppError(409, `这个商品的协议价刚刚已变更（${now}），请刷新后再改`);
}

interface Change {
  goodsId: number;
  was: Fen | undefined;
  /** Left out: the agreement has ended. */
  price?: Fen;
}

async function write(
  tx: Tx,
  context: Context<'platform'>,
  companyId: number,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  await writeAudit(tx, recordOf(context), {
    act: 'company.prices',
    subject: 'company',
    key: companyId,
    before: Object.fromEntries(changes.map(({ goodsId, was }) => [goodsId, was ?? null])),
    after: Object.fromEntries(changes.map(({ goodsId, price }) => [goodsId, price ?? null])),
    at: context.now,
  });
}
