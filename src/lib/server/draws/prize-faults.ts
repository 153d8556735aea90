/** What the mall, the catalogue and the settings say against prizes of a wheel (rules 6). */
import { findMedicineFault } from '#lib/rules/points/medicine.ts';
import { type PrizeDraft, worthProblem } from '#lib/rules/wheel/wheel.ts';
import type { Db, Tx } from '../db/client.ts';
import { listDrugs } from '../mall/desk-goods-rows.ts';
import { getSettings } from '../site/settings.ts';
import { lockThings } from './thing-rows.ts';

/**
 * Why prizes cannot be offered; null where they can. A thing is one of the points mall and, like its goods, no medicine; no
 * prize says less than it is worth.
 */
export async function findPrizeFault(
  tx: Tx,
  db: Db,
  prizes: readonly Pick<PrizeDraft, 'kind' | 'name' | 'remarks' | 'cost' | 'points' | 'goodsId'>[],
): Promise<string | null> {
  const ids = prizes.flatMap(({ goodsId }) => goodsId ?? []);
  const things = new Map((await lockThings(tx, ids)).map((thing) => [thing.id, thing]));
  const drugs = ids.length > 0 ? await listDrugs(tx) : [];
  const worths = {
    yuanPerThousand: (await getSettings(db)).pointsWorth,
    things: new Map([...things].map(([id, { value }]) => [id, value])),
  };
  for (const prize of prizes) {
    const { name, remarks, goodsId } = prize;
    if (goodsId !== null) {
      const thing = things.get(goodsId);
      if (thing === undefined) return `“${name}”须填写积分商城里实物的编号`;
      const fault =
        findMedicineFault([name, remarks], drugs) ??
        findMedicineFault([thing.name, thing.summary, thing.description], drugs);
      if (fault !== null) return `“${name}”：${fault}`;
    }
    const problem = worthProblem(prize, worths);
    if (problem !== null) return `“${name}”：${problem}`;
  }
  return null;
}
