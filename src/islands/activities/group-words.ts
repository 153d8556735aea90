/** Texts of a group-buy without amounts. Pure. */
import type { GroupBuyWire } from '#lib/contract/activities.ts';

/** The public part of a group-buy: everybody's page carries it. */
export type GroupFacts = Pick<
  GroupBuyWire,
  | 'id'
  | 'goal'
  | 'joined'
  | 'joined_percent'
  | 'left_number'
  | 'xg_number'
  | 'is_reached'
  | 'state_text'
  | 'start_time'
  | 'end_time'
  | 'phase'
>;

/** The public facts for a page: nothing of the item, and no price. */
export function factsOf(group: GroupBuyWire): GroupFacts {
  const { id, goal, joined, joined_percent, left_number, xg_number } = group;
  const { is_reached, state_text, start_time, end_time, phase } = group;
  return {
    id,
    goal,
    joined,
    joined_percent,
    left_number,
    xg_number,
    is_reached,
    state_text,
    start_time,
    end_time,
    phase,
  };
}

/** 已拼120盒，还差80盒成团. */
export function progressText({ goal, joined, is_reached }: GroupFacts, unit: string): string {
  if (is_reached === 1) return `已拼${joined}${unit}，已成团`;
  return `已拼${joined}${unit}，还差${goal - joined}${unit}成团`;
}

/** 20盒起拼 · 还可拼480盒. */
export function roomText({ xg_number, left_number }: GroupFacts, unit: string): string {
  return `${xg_number}${unit}起拼 · 还可拼${left_number}${unit}`;
}
