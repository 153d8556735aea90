/** The config of an activity, parsed whenever it leaves the database or goes into it. */
import { z } from 'zod';
import { fieldError } from '#lib/contract/errors.ts';
import type { ActivityConfigs, ActivityKind, KindWithConfig } from '#lib/rules/promotions/activity-kinds.ts';
import { findTierProblem } from '#lib/rules/promotions/promotions.ts';
import { log } from '../core/process/log.ts';

const fen = z.number().int().min(0);
const pieces = z.number().int().min(1);
const variant = z.enum(['original_price', 'other_activity']).default('original_price');
const threshold = z.discriminatedUnion('unit', [
  z.object({ unit: z.literal('amount'), amount: fen }),
  z.object({ unit: z.literal('quantity'), quantity: pieces }),
]);

const schemas = {
  flash: z.object({ variant }),
  special: z.object({ variant, zone: z.string().optional(), isForNewcomers: z.boolean().optional() }),
  group_buy: z.object({
    goal: z.number().int().min(0).default(0),
    minQuantity: pieces.default(1),
    outcome: z.enum(['reached', 'failed']).optional(),
  }),
  combination: z.object({ price: fen, limitQuantity: z.number().int().min(0).default(0) }),
  full_reduction: z.object({ tiers: z.array(z.object({ amount: fen, reduction: fen })).min(1) }),
  gift: z.object({ threshold, isRepeated: z.boolean().default(false) }),
  add_on: z.object({ threshold }),
  cashback: z.object({
    isForAll: z.boolean().default(false),
    tiers: z.array(z.object({ amount: fen, cashback: fen })).min(1),
  }),
} satisfies { [K in ActivityKind]: z.ZodType<ActivityConfigs[K]> };

const union = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('flash'), config: schemas.flash }),
  z.object({ kind: z.literal('special'), config: schemas.special }),
  z.object({ kind: z.literal('group_buy'), config: schemas.group_buy }),
  z.object({ kind: z.literal('combination'), config: schemas.combination }),
  z.object({ kind: z.literal('full_reduction'), config: schemas.full_reduction }),
  z.object({ kind: z.literal('gift'), config: schemas.gift }),
  z.object({ kind: z.literal('add_on'), config: schemas.add_on }),
  z.object({ kind: z.literal('cashback'), config: schemas.cashback }),
]) satisfies z.ZodType<KindWithConfig>;

/**
 * The validated config. Throws 422 at `config` with the fault where it does not fit its kind, and for reductions under
 * which more goods earn less.
 */
export function checkedConfig(kind: ActivityKind, config: unknown): KindWithConfig['config'] {
  const parsed = union.safeParse({ kind, config });
  if (!parsed.success) throw fieldError('config', `活动配置不正确（${kind}）：${problemOf(parsed.error)}`);
  const { data } = parsed;
  // Stored ones are not looked at again: orders that counted on them stay as they are.
  const problem = data.kind === 'full_reduction' ? findTierProblem(data.config.tiers) : null;
  if (problem !== null) throw fieldError('config', `满减档位不正确：${problem}`);
  return data.config;
}

interface StoredActivity {
  id: number;
  kind: ActivityKind;
  config: unknown;
}

/** Rows with an alarm already, by id: a page with many reads would log the same a thousand times. */
const alarmed = new Map<number, string>();

/**
 * A row with its config parsed. Null for an invalid one, which every caller skips; the log gets an alarm, once for the
 * same fault.
 */
export function readActivity<Row extends StoredActivity>(
  row: Row,
): (Omit<Row, 'kind' | 'config'> & KindWithConfig) | null {
  const parsed = union.safeParse({ kind: row.kind, config: row.config });
  if (parsed.success) {
    alarmed.delete(row.id);
    return { ...row, ...parsed.data };
  }
  const problem = problemOf(parsed.error);
  if (alarmed.get(row.id) !== problem)
    log().error(
      { activity: row.id, kind: row.kind, problem },
      'an activity is left out: its config is wrong',
    );
  alarmed.set(row.id, problem);
  return null;
}

/** Rows whose config fits their kind, as they are; the others are left out and alarmed. */
export function withRightConfig<Row extends StoredActivity>(rows: readonly Row[]): Row[] {
  const wrong = new Map<number, boolean>();
  return rows.filter((row) => {
    const isWrong = wrong.get(row.id) ?? readActivity(row) === null;
    wrong.set(row.id, isWrong);
    return !isWrong;
  });
}

function problemOf(error: z.ZodError): string {
  return error.issues.map(({ path, code }) => `${path.join('.')} ${code}`).join(', ');
}
