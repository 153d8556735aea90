/** Statements outside a transaction: a read whose connection dies is repeated once. */
import type pg from 'pg';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { faultOf, isUnsent } from '../core/process/database-faults.ts';
import { takeLease } from './lease.ts';

const runs = 3;

/** Words that make a SELECT more than a read. Parameters are outside the text, so it contains our own words only. */
const effects =
  /\b(insert|update|delete|merge|into|share|nextval|setval|set_config|pg_notify|pg_(?:try_)?advisory_\w+|pg_terminate_backend|raise_or_tell)\b/i;

/** Whether a statement may be sent twice without a trace. */
export function isRead(text: string): boolean {
  return /^\s*(select|with|show)\b/i.test(text) && !effects.test(text);
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const text = fieldOf(statement, 'text');
  return typeof text === 'string' ? text : '';
}

/** A pool's `query`: what died with its connection is sent again if it reads, or if it was never sent. */
export function queriesOf(pool: pg.Pool) {
  return async function query(...args: unknown[]): Promise<unknown> {
    for (let run = 1; ; run++) {
      const lease = await takeLease(pool);
      try {
        return await Reflect.apply(lease.query, undefined, args);
      } catch (error) {
        const isSafe = isUnsent(error) || (faultOf(error) === 'lost' && isRead(textOf(args[0])));
        if (!isSafe || run >= runs) throw error;
      } finally {
        lease.end();
      }
    }
  };
}
