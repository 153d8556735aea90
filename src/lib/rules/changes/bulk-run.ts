/**
 * An act on many rows of a list at a desk, done by the server (rules 18): its rows are fixed when it begins, and each gets
 * one result.
 */
import { keysOf } from '../terms/keys.ts';

/** running: slices are done. stopped: by a person, or as its maker may not do it any more; the rest stays as it is. */
export type BulkState = 'running' | 'stopped' | 'done';

/** The states in Chinese. */
export const bulkStateTexts: Readonly<Record<BulkState, string>> = {
  running: '执行中',
  stopped: '已停止',
  done: '已完成',
};

export const allBulkStates = keysOf(bulkStateTexts);
export const newBulk: BulkState = 'running';

/** A job has work to do for it. */
export function isBulkWorking(state: BulkState): boolean {
  return state === 'running';
}

/**
 * The state of a running one: a stop, by a person or as its maker may not go on, is no stop where nothing is left.
 */
export function afterBulkSlice({ left, isStopped }: { left: number; isStopped: boolean }): BulkState {
  if (left === 0) return 'done';
  return isStopped ? 'stopped' : 'running';
}

/**
 * waiting: its turn has not come. done: the act changed it. same: it had been done before. refused: with a reason. undone:
 * the act changed it, and another run undid that.
 */
export type BulkRowState = 'waiting' | 'done' | 'same' | 'refused' | 'undone';

export const bulkRowTexts: Readonly<Record<BulkRowState, string>> = {
  waiting: '没有处理',
  done: '已完成',
  same: '没有变化',
  refused: '未完成',
  undone: '已撤销',
};

export const allBulkRowStates = keysOf(bulkRowTexts);
export const newBulkRow: BulkRowState = 'waiting';

/** Numbers of rows, by their states. */
export type BulkCounts = Readonly<Record<BulkRowState, number>>;

/** The result of a row whose act ran: refused with a reason, or by whether it left a record. */
export function bulkResult({ why, hasWritten }: { why: string; hasWritten: boolean }): BulkRowState {
  if (why !== '') return 'refused';
  return hasWritten ? 'done' : 'same';
}
