/** The table of stores to be filled in, as `checkStoreTable` takes it back. */
import type { APIRoute } from 'astro';
import { api } from '#lib/contract/api.ts';
import { maxStores } from '#lib/rules/companies/registration.ts';
import { storeHeads } from '#lib/rules/companies/store-table.ts';
import { refuse } from '../../core/calls/endpoint.ts';
import { guardCall } from '../../core/calls/guard.ts';
import { tableType, writeBlankTable } from '../../engines/tables/write-table.ts';

const columns = [
  { head: storeHeads.name, width: 30 },
  { head: storeHeads.code, width: 24 },
  { head: storeHeads.province, width: 12 },
  { head: storeHeads.city, width: 12 },
  { head: storeHeads.district, width: 12 },
];

/** `GET /api/register/stores/template`: a workbook, whose codes stay texts. */
export const answerStoreTemplate: APIRoute = async ({ locals }) => {
  const headers = new Headers({ 'cache-control': 'no-store' });
  try {
    await guardCall(api.storeTemplate, locals);
    const body = await writeBlankTable(columns, maxStores);
    headers.set('content-type', tableType('xlsx'));
    headers.set('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent('门店清单.xlsx')}`);
    return new Response(new Uint8Array(body), { headers });
  } catch (error) {
    return refuse(error, locals.requestId, headers);
  }
};
