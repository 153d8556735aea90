/** The published roots of days. */
import type { FlowRootOutput, FlowRootValues } from '#lib/contract/flows.ts';
import type { Context } from '../core/context.ts';
import { type FlowDayRow, findFlowDay, listPublished } from './rows.ts';

type Anyone = Pick<Context<'anyone'>, 'db'>;

/** `GET /api/flow/root`: null for a day without a published root. */
export async function getFlowRoot({ db }: Anyone, { day }: FlowRootValues): Promise<FlowRootOutput | null> {
  const row = await findFlowDay(db, day);
  return row === null ? null : wireOf(row);
}

/** The newest days that have a root, as many as the page shows. */
export async function listFlowRoots({ db }: Anyone, most: number): Promise<FlowRootOutput[]> {
  return (await listPublished(db, most)).flatMap((row) => wireOf(row) ?? []);
}

function wireOf({ day, root, leaves, publishedAt }: FlowDayRow): FlowRootOutput | null {
  return root === null || publishedAt === null
    ? null
    : { day, root, leaves, published_at: publishedAt.toISOString() };
}
