/** 品种求购 for the platform: waiting requests and their answers. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { type WantedStatus, wantedNote, wantedText } from '#lib/rules/companies/wanted-state.ts';
import { listGoodsFacts } from '../cache/goods.ts';
import { type Context, recordOf } from '../core/context.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { endWanted, findAnyWanted, listOpenWanted } from './rows.ts';

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

/** `POST /api/desk/wanted/{id}/answer`: as {@link answerWanted}; 422 for an unknown item. Without one there is none. */
export async function answerDeskWanted(
  context: Context<'platform'>,
  { id, goods_id: typed, reply }: { id: number; goods_id: string; reply: string },
): Promise<void> {
  const goodsId = typed === '' ? null : Number(typed);
  const isKnown =
    goodsId === null || (isId(typed) && (await listGoodsFacts(context.db, [goodsId])).length > 0);
  if (!isKnown) throw fieldError('goods_id', `没有商品${typed}`);
  await answerWanted(context, { id, goodsId, reply });
}

/** A number that an id of the database can have. */
function isId(text: string): boolean {
  return /^\d{1,9}$/.test(text);
}
