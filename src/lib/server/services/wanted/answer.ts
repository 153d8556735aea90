/** 品种求购 for the house: what waits, and answering it. */
import { path } from '#lib/contract/routes.ts';
import type { Actor } from '#lib/rules/actors.ts';
import { wantedNote, wantedText } from '#lib/rules/wanted-state.ts';
import type { Db } from '../../db/client.ts';
import { writeAudit } from '../../repos/audit.ts';
import { listGoodsFacts } from '../../repos/goods.ts';
import { tell } from '../../repos/messages.ts';
import { endWanted, findAnyWanted, listOpenWanted } from '../../repos/wanted.ts';
import { DeskError } from '../orders/desk.ts';

const shown = 100;

/** The requests that wait for an answer, a line each, the oldest first. */
export async function describeOpenWanted(db: Db): Promise<string> {
  const rows = await listOpenWanted(db, shown);
  if (rows.length === 0) return '没有待答复的求购';
  return rows
    .map((row) =>
      [
        `${row.id}`,
        row.company,
        [row.name, row.spec, row.maker].filter(Boolean).join(' '),
        `${row.quantity}${row.unit}`,
        row.phone,
        row.note,
      ]
        .filter(Boolean)
        .join('  '),
    )
    .join('\n');
}

/** Answers a request: with the goods that was found, or that there is none. The company is told. */
export async function answerWanted(
  db: Db,
  { id, goodsId, reply }: { id: number; goodsId: number | null; reply: string },
  now: Date,
  actor: Actor,
): Promise<string> {
  if (goodsId !== null && (await listGoodsFacts(db, [goodsId])).length === 0)
    throw new DeskError(`没有商品${goodsId}`);
  return db.transaction(async (tx) => {
    const row = await findAnyWanted(tx, id);
    if (row === null) throw new DeskError(`没有求购${id}`);
    const status = goodsId === null ? 'missing' : 'found';
    const said = reply || wantedNote(status);
    if (!(await endWanted(tx, { id }, { status, reply: said, goodsId, endedAt: now }))) {
      const after = await findAnyWanted(tx, id);
      throw new DeskError(`求购${id}${wantedText(after?.status ?? row.status)}，不能再答复`);
    }
    await writeAudit(tx, actor, {
      act: 'wanted.answer',
      subject: 'wanted',
      key: id,
      before: { status: row.status },
      after: { status, goodsId, reply: said },
      at: now,
    });
    await tell(tx, {
      companyId: row.companyId,
      kind: 'wanted',
      title: `求购${wantedText(status)}：${row.name}`,
      body: said,
      link: path('/zzfw/pzqg/info', undefined, { id }),
      ref: `wanted:${id}`,
    });
    return `求购${id}“${row.name}”：${wantedText(status)}`;
  });
}
