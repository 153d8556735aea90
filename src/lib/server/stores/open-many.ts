/** Opens several stores that a head office named while it registered (rules 2): each by itself, with its result. */
import { AppError, firstFieldMessage } from '#lib/contract/errors.ts';
import type { NamedOpened, OpenNamedValues } from '#lib/contract/stores/calls.ts';
import { namedState } from '#lib/rules/companies/named-stores.ts';
import type { Context } from '../core/context.ts';
import { listNamed } from '../people/named-store-rows.ts';
import { addStore, listMyStores } from './stores.ts';

type Asked = OpenNamedValues['stores'][number];

/**
 * `POST /api/stores/named/open`: each in a transaction of its own, by the use case of a single one. Safe to repeat: what
 * is open already is told as such. A refused store says why and does not stop the others.
 */
export async function openNamedStores(
  context: Context<'buyer'>,
  { inherits, stores }: OpenNamedValues,
): Promise<NamedOpened> {
  const results: NamedOpened['results'] = [];
  for (const asked of stores)
    results.push({ credit_code: asked.credit_code, ...(await openOne(context, inherits, asked)) });
  return { results, stores: await listMyStores(context) };
}

type Result = Omit<NamedOpened['results'][number], 'credit_code'>;

async function openOne(context: Context<'buyer'>, inherits: 0 | 1, asked: Asked): Promise<Result> {
  const named = await findNamed(context, asked.credit_code);
  if (named === undefined) return { state: 'failed', sentence: '待开通清单里没有这家门店，请刷新页面' };
  try {
    const { name, regionCode } = named;
    await addStore(context, { ...asked, name, code: '', inherits, region_code: regionCode });
    return { state: 'opened', sentence: '' };
  } catch (error) {
    // A fault of the database or ours ends it: what was opened stays, and a repeat goes on.
    if (!(error instanceof AppError) || error.code >= 500) throw error;
    const now = await findNamed(context, asked.credit_code);
    if (now !== undefined && namedState(now) === 'opened') return { state: 'done', sentence: '之前已开通' };
    return { state: 'failed', sentence: firstFieldMessage(error.data) ?? error.message };
  }
}

/** The store of this code; one that waits before others. */
async function findNamed({ db, actor }: Context<'buyer'>, creditCode: string) {
  const of = (await listNamed(db, actor.account.companyId)).filter((one) => one.creditCode === creditCode);
  return of.find((one) => namedState(one) === 'waiting') ?? of[0];
}
