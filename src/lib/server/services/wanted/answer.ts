/** 品种求购 for the platform: what waits, and answering it. */
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { type WantedStatus, wantedNote, wantedText } from '#lib/rules/companies/wanted-state.ts';
import { type Context, recordOf } from '../../context.ts';
import { listGoodsFacts } from '../../followed/goods.ts';
import { writeAudit } from '../../repos/audit.ts';
import { sendMessages } from '../../repos/messages.ts';
import { endWanted, findAnyWanted, listOpenWanted } from '../../repos/wanted.ts';

const shown = 100;

/** The requests that wait for an answer, the oldest first, at most 100. */
export function listWaiting({ db }: Context<'platform'>): ReturnType<typeof listOpenWanted> {
  return listOpenWanted(db, shown);
}

/**
 * Answers a request: with the goods that was found, or that there is none. The company is told. Throws 404 for an unknown
 * request or goods, 409 for a request that is answered or withdrawn.
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
