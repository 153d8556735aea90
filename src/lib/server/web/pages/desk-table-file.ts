/** Table files at the desks that are no list's: guarded by the row of their call, and audited. */
import type { APIRoute } from 'astro';
import type { z } from 'zod';
import type { Call, Desk } from '#lib/contract/call.ts';
import { parseSent } from '#lib/contract/decode.ts';
import { AppError } from '#lib/contract/errors.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { refuse } from '../../core/calls/endpoint.ts';
import { guardCall } from '../../core/calls/guard.ts';
import type { Context } from '../../core/context.ts';
import { currentTime } from '../../core/process/clock.ts';
import { getDb } from '../../db/client.ts';
import { type TableFormat, tableType } from '../../engines/tables/write-table.ts';
import { recordExport } from '../../ledgers/audit-exports.ts';

interface MadeFile {
  /** Before the day, and in the audit log. */
  name: string;
  /** Which part of a long table it is: behind the name of the file alone. */
  part?: string;
  /** Where the next part begins, and how much is left for it; for the page that saves this one. */
  next?: { after: string; left: number };
  form: TableFormat;
  /** What the audit log tells of it besides its form. */
  told: Readonly<Record<string, string | number>>;
  write: () => Promise<Buffer>;
}

interface Options<Values, W extends Desk> {
  call: Call<unknown, unknown, W>;
  schema: z.ZodType<Values>;
  make: (context: Pick<Context<W>, 'db' | 'now' | 'actor' | 'requestId'>, asked: Values) => Promise<MadeFile>;
}

/** The route of a file. The audit log records it before it goes out; what is wrong is answered as a call is. */
export function deskTableFile<Values, W extends Desk>({ call, schema, make }: Options<Values, W>): APIRoute {
  return async ({ url, locals }) => {
    const headers = new Headers({ 'cache-control': 'no-store' });
    try {
      const actor = await guardCall(call, locals);
      const read = parseSent(schema, Object.fromEntries(url.searchParams));
      if (!read.success) throw new AppError(422, read.error.issues[0]?.message);
      const context = { db: getDb(), now: currentTime(), actor, requestId: locals.requestId };
      const { name, part = '', next, form, told, write } = await make(context, read.data);
      await recordExport(context, {
        act: 'list.export',
        subject: 'list',
        key: name,
        after: { ...told, form },
      });
      const body = await write();
      const file = encodeURIComponent(`${name}${part}-${dayKey(context.now.getTime())}.${form}`);
      headers.set('content-type', tableType(form));
      headers.set('content-disposition', `attachment; filename*=UTF-8''${file}`);
      if (next) headers.set('x-next-part', `${next.left} ${next.after}`);
      return new Response(new Uint8Array(body), { headers });
    } catch (error) {
      return refuse(error, locals.requestId, headers);
    }
  };
}
