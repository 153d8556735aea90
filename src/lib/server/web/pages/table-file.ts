/** Table files for buyers: guarded by the row of the call that shows the same on a page. */
import type { APIRoute } from 'astro';
import type { z } from 'zod';
import type { Call } from '#lib/contract/call.ts';
import { parseSent } from '#lib/contract/decode.ts';
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { refuse } from '../../core/calls/endpoint.ts';
import { guardCall } from '../../core/calls/guard.ts';
import type { Context } from '../../core/context.ts';
import { currentTime } from '../../core/process/clock.ts';
import { withinLimit } from '../../core/rate-limits.ts';
import { getDb } from '../../db/client.ts';
import {
  type FoundRows,
  guardWorkbook,
  streamCsv,
  type TableColumn,
  tableFormats,
  tableType,
  writeTable,
} from '../../engines/tables/write-table.ts';
import { recordExport } from '../../ledgers/audit-exports.ts';

interface Options<Values, Row> {
  /** The name of the file, before the day. */
  name: string;
  call: Call<unknown, unknown, 'buyer'>;
  schema: z.ZodType<Values>;
  columns: readonly TableColumn<Row>[];
  list: (context: Context<'buyer'>, input: Values) => Promise<readonly Row[] | FoundRows<Row>>;
}

/**
 * The route of a file `[file]`: `mingxi.csv` or `mingxi.xlsx`, of the same search as the page's. Visitors are led to the
 * login; what is wrong or not allowed is answered as a call is.
 */
export function tableFile<Values, Row>({
  name,
  call,
  schema,
  columns,
  list,
}: Options<Values, Row>): APIRoute {
  return async ({ params, url, request, locals }) => {
    const headers = new Headers({ 'cache-control': 'no-store' });
    try {
      const format = tableFormats.find((one) => params.file === `mingxi.${one}`);
      if (format === undefined) throw new AppError(404);
      if ((await locals.account()) === null) {
        headers.set('location', path('/login', undefined, { next: url.pathname + url.search }));
        return new Response(null, { status: 302, headers });
      }
      const actor = await guardCall(call, locals);
      const read = parseSent(schema, Object.fromEntries(url.searchParams));
      if (!read.success) throw new AppError(422, read.error.issues[0]?.message);
      const context = {
        db: getDb(),
        now: currentTime(),
        actor,
        requestId: locals.requestId,
        clientAddress: locals.clientAddress,
        headers: request.headers,
        answerHeaders: headers,
      };
      const share = { account: actor.account, address: locals.clientAddress };
      const body = await withinLimit({ cost: 'match' }, share, async () => {
        const found = await list(context, read.data);
        const { total, slices } = 'slices' in found ? found : { total: found.length, slices: inOne(found) };
        guardWorkbook(format, total);
        const after = { rows: total, filter: url.search, form: format };
        await recordExport(context, { act: 'list.export', subject: 'list', key: name, after });
        return format === 'csv'
          ? streamCsv(columns, slices)
          : new Uint8Array(await writeTable(format, columns, (await Array.fromAsync(slices)).flat()));
      });
      const file = encodeURIComponent(`${name}-${dayKey(context.now.getTime())}.${format}`);
      headers.set('content-type', tableType(format));
      headers.set('content-disposition', `attachment; filename*=UTF-8''${file}`);
      return new Response(body, { headers });
    } catch (error) {
      return refuse(error, locals.requestId, headers);
    }
  };
}

async function* inOne<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}
