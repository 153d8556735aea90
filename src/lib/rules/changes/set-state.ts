/**
 * A set of changes that one person makes to one or many rows, and its rows (rules 18): prepared, looked at, carried out
 * slice by slice, stopped and continued, taken back by another set.
 */
import { isKeyOf, keysOf, mapValues } from '../terms/keys.ts';

/**
 * draft: rows are collected and checked. previewed: a person sees what would change. waiting: for a second person, who passes or refuses it.
 * running: slices are written. stopped: by a person, or because too much failed; the rest waits. done: nothing is left.
 * dropped: given up before anything was written.
 */
export type SetState = 'draft' | 'previewed' | 'waiting' | 'running' | 'stopped' | 'done' | 'dropped';

/** What a person may do with a set. */
export type SetVerb =
  | 'run'
  | 'pass'
  | 'refuse'
  | 'withdraw'
  | 'skip'
  | 'drop'
  | 'stop'
  | 'resume'
  | 'end'
  | 'undo';

type SetRow = { text: string; next: SetState[]; may: SetVerb[] };

export const setStates = {
  draft: { text: '准备中', next: ['previewed', 'dropped'], may: ['drop'] },
  previewed: {
    text: '待执行',
    next: ['waiting', 'running', 'dropped'],
    may: ['run', 'skip', 'drop'],
  },
  waiting: { text: '待复核', next: ['previewed', 'running'], may: ['pass', 'refuse', 'withdraw'] },
  running: { text: '执行中', next: ['stopped', 'done'], may: ['stop'] },
  stopped: { text: '已停止', next: ['running', 'done'], may: ['resume', 'end', 'undo'] },
  done: { text: '已完成', next: [], may: ['undo'] },
  dropped: { text: '已放弃', next: [], may: [] },
} satisfies Record<SetState, SetRow>;

export const allSetStates = keysOf(setStates);

/** The states in Chinese. */
export const setStateTexts = mapValues(setStates, ({ text }) => text);

/** The state of a new set. */
export const newSet: SetState = 'draft';

/** The state in Chinese; the word itself for one of another version. */
export function setStateText(state: string): string {
  return isKeyOf(setStates, state) ? setStates[state].text : state;
}

/** True when a set may go from one state to another; a repeat of the same state is no move. */
export function canSetMove(from: SetState, to: SetState): boolean {
  const { next }: SetRow = setStates[from];
  return next.includes(to);
}

/** Numbers of a set's rows, by their states. */
export type SetCounts = Readonly<Record<RowState, number>>;

/** Everything that a person may do now, in the order of the buttons. */
export function setActions(state: SetState, counts: SetCounts): SetVerb[] {
  const { may }: SetRow = setStates[state];
  return may.filter((verb) => conditions[verb]?.(counts) ?? true);
}

/** Conditions besides the state; verbs without one depend on the state alone. */
const conditions: Partial<Record<SetVerb, (counts: SetCounts) => boolean>> = {
  run: ({ ready }) => ready > 0,
  skip: ({ ready, skipped }) => ready + skipped > 0,
  resume: ({ ready }) => ready > 0,
  undo: ({ done }) => done > 0,
};

/** Questions about a set, one a verb: `setCan.run(state, counts)`. */
export const setCan = {
  run: (state, counts) => setActions(state, counts).includes('run'),
  pass: (state, counts) => setActions(state, counts).includes('pass'),
  refuse: (state, counts) => setActions(state, counts).includes('refuse'),
  withdraw: (state, counts) => setActions(state, counts).includes('withdraw'),
  skip: (state, counts) => setActions(state, counts).includes('skip'),
  drop: (state, counts) => setActions(state, counts).includes('drop'),
  stop: (state, counts) => setActions(state, counts).includes('stop'),
  resume: (state, counts) => setActions(state, counts).includes('resume'),
  end: (state, counts) => setActions(state, counts).includes('end'),
  undo: (state, counts) => setActions(state, counts).includes('undo'),
} satisfies Record<SetVerb, (state: SetState, counts: SetCounts) => boolean>;

/** Facts about a state for services and jobs, so that none of them compares states. */
export const setIs = {
  /** A job has work to do for it. */
  working: (state: SetState) => state === 'draft' || state === 'running',
  /** Rows are still collected and checked. */
  drafting: (state: SetState) => state === 'draft',
  /** Slices are written. */
  running: (state: SetState) => state === 'running',
  /** Something may have been written. */
  begun: (state: SetState) => state === 'running' || state === 'stopped' || state === 'done',
  over: (state: SetState) => setStates[state].next.length === 0,
} as const;

/**
 * new: not checked yet. ready: it would change. same: it has these values already. refused: it may not be changed so.
 * skipped: a person left it out. done: changed. failed: it could not be changed when its turn came. undone: taken back.
 */
export type RowState = 'new' | 'ready' | 'same' | 'refused' | 'skipped' | 'done' | 'failed' | 'undone';

type RowRow = { text: string; next: RowState[] };

export const rowStates = {
  new: { text: '未检查', next: ['ready', 'same', 'refused'] },
  ready: { text: '将修改', next: ['skipped', 'done', 'same', 'failed'] },
  same: { text: '没有变化', next: [] },
  refused: { text: '不能修改', next: [] },
  skipped: { text: '已排除', next: ['ready'] },
  done: { text: '已修改', next: ['undone'] },
  failed: { text: '未修改', next: [] },
  undone: { text: '已撤销', next: [] },
} satisfies Record<RowState, RowRow>;

export const allRowStates = keysOf(rowStates);

/** The state of a new row. */
export const newRow: RowState = 'new';

/** The state in Chinese; the word itself for one of another version. */
export function rowStateText(state: string): string {
  return isKeyOf(rowStates, state) ? rowStates[state].text : state;
}

/** True when a row may go from one state to another. */
export function canRowMove(from: RowState, to: RowState): boolean {
  const { next }: RowRow = rowStates[from];
  return next.includes(to);
}

/** So many failures without a success between them stop a set. */
export const mostFailedInTurn = 100;
/** From this many rows on a set is stopped when more than this part of them failed. */
export const judgedFrom = 1_000;
export const mostFailedPart = 0.2;

/** Why a running set is stopped by itself; null while it goes on. */
export function stopReason({
  done,
  failed,
  failedInTurn,
}: {
  done: number;
  failed: number;
  /** Failures since the last success. */
  failedInTurn: number;
}): string | null {
  if (failedInTurn >= mostFailedInTurn) return `连续${failedInTurn}行没有改成，请看原因后再继续`;
  const tried = done + failed;
  return tried >= judgedFrom && failed > tried * mostFailedPart
    ? `${tried}行里有${failed}行没有改成，请看原因后再继续`
    : null;
}

/** The state of a running set after a slice; one without further rows is done, whatever was asked. */
export function afterSlice({
  ready,
  isStopAsked,
  reason,
}: {
  ready: number;
  isStopAsked: boolean;
  /** Of `stopReason`. */
  reason: string | null;
}): SetState {
  if (ready === 0) return 'done';
  return isStopAsked || reason !== null ? 'stopped' : 'running';
}
