/** 品种求购 for the platform: waiting requests and their answers. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import type {
  AnswerWantedInput,
  DeskWantedList,
  DeskWantedRow,
  DeskWantedValues,
} from '#lib/contract/wanted.ts';
import {
  isWantedOpen,
  type WantedStatus,
  wantedNote,
  wantedText,
} from '#lib/rules/companies/wanted-state.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { listGoodsFacts } from '../cache/goods.ts';
import { type Context, recordOf } from '../core/context.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import {
  type DeskWantedFound,
  endWanted,
  findAnyWanted,
  findDeskWanted,
  findDeskWantedRow,
  listOpenWanted,
} from './rows.ts';

const shown = 100;

/** The requests that wait for an answer, the oldest first, at most 100. */
export function listWaiting({ db }: Context<'platform'>): ReturnType<typeof listOpenWanted> {
  return listOpenWanted(db, shown);
}

/**
 * Answers a request: with the item that was found, or that there is none. The company gets a message. Throws 404 for an
 * unknown request or item, 409 for a request that is answered or withdrawn.
 */
export async function answerWanted(
  context: Context<'platform'>,
  { id, goodsId, reply }: { id: number; goodsId: number | null; reply: string },
): Promise<{ name: string; status: WantedStatus }> {
  const { db, now } = context;
  if (goodsId !== null && (await listGoodsFacts(db, [goodsId])).length === 0)
    throw new AppError(404, `没有商品${goodsId}`);
  return db.transaction(async (tx) => {
    const row = await findAnyWanted(tx, id);
    if (row === null) throw new AppError(404, `没有求购${id}`);
    const status = goodsId === null ? 'missing' : 'found';
    const said = reply || wantedNote(status);
    if (!(await endWanted(tx, { id }, { status, reply: said, goodsId, endedAt: now }))) {
      const after = await findAnyWanted(tx, id);
      // A second press with the same words.
      if (after?.status === status && after.goodsId === goodsId && after.reply === said)
        return { name: row.name, status };
      throw new AppError(409, `求购${id}${wantedText(after?.status ?? row.status)}，不能再答复`);
    }
    await writeAudit(tx, recordOf(context), {
      act: 'wanted.answer',
      subject: 'wanted',
      key: id,
      before: { status: row.status },
      after: { status, goodsId, reply: said },
      at: now,
    });
    await sendMessages(tx, {
      companyId: row.companyId,
      kind: 'wanted',
      title: `求购${wantedText(status)}：${row.name}`,
      body: said,
      link: path('/zzfw/pzqg/info', undefined, { id }),
      ref: `wanted:${id}`,
    });
    return { name: row.name, status };
  });
}

/** `GET /api/desk/wanted`: a page of the requests, the oldest first. */
export async function listDeskWanted(
  { db }: Context<'platform'>,
  input: DeskWantedValues,
): Promise<DeskWantedList> {
  const { rows, total } = await findDeskWanted(db, input, input);
  return { list: rows.map(wireOf), total };
}

/** `POST /api/desk/wanted/{id}/answer`: as {@link answerWanted}, 422 for an unknown item. */
export async function answerDeskWanted(
  context: Context<'platform'>,
  { id, goods_id: goodsId, reply }: AnswerWantedInput,
): Promise<DeskWantedRow> {
  const { db } = context;
  if (goodsId !== undefined && (await listGoodsFacts(db, [goodsId])).length === 0)
    throw fieldError('goods_id', `没有商品${goodsId}`);
  await answerWanted(context, { id, goodsId: goodsId ?? null, reply });
  const row = await findDeskWantedRow(db, id);
  if (row === null) throw new AppError(404, `没有求购${id}`);
  return wireOf(row);
}

function wireOf(row: DeskWantedFound): DeskWantedRow {
  return {
    id: row.id,
    company_id: row.companyId,
    company: row.company,
    name: row.name,
    ypgg: row.spec,
    sccj: row.maker,
    number: row.quantity,
    bzdw: row.unit,
    price: row.price === null ? '' : formatYuan(row.price),
    phone: row.phone,
    note: row.note,
    status_text: wantedText(row.status),
    reply: row.reply,
    may_answer: isWantedOpen(row.status) ? 1 : 0,
    created_at: row.createdAt.toISOString(),
  };
}
