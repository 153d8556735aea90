/** Tables of lots that came in, and the results of their rows (rules 5). */
import { keysOf } from '../terms/keys.ts';

/**
 * in: put in by this table. done: it had come in before. failed: refused when it was put in, wrong: refused by the check
 * before, each with a reason.
 */
const importRowTexts = { in: '已入库', done: '之前已入库', failed: '未入库', wrong: '有误，未提交' } as const;
export const importRowStates = keysOf(importRowTexts);

/** What became of a row until now, in the words of the desks. */
export const importResultTexts = { ...importRowTexts, cancelled: '已撤销' } as const;
