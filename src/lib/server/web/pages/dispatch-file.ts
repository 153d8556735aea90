/** The file of orders that wait, for filling in carriers and numbers. It has addresses and telephones: it is audited. */
import { api } from '#lib/contract/api.ts';
import { dispatchFileInput } from '#lib/contract/shipping/dispatch.ts';
import { dispatchPartText } from '#lib/rules/orders/dispatch.ts';
import { writeTable } from '../../engines/tables/write-table.ts';
import { readWaitingFile, waitingColumns } from '../../shipping/dispatch-file.ts';
import { deskTableFile } from './desk-table-file.ts';

/** `GET /api/desk/dispatch/file`: a workbook, whose numbers and codes stay texts. */
export const answerDispatchFile = deskTableFile({
  call: api.dispatchFile,
  schema: dispatchFileInput,
  async make(context, asked) {
    const nos = asked.nos === '' ? [] : asked.nos.split(',');
    const { rows, orders, last, left } = await readWaitingFile(context, { nos, after: asked.after });
    return {
      name: '待发货订单',
      part: dispatchPartText({ orders, left, isFirst: asked.after === '' }),
      ...(left > 0 && { next: { after: last, left } }),
      form: 'xlsx',
      told: { rows: rows.length, orders, filter: nos.join(' ') },
      write: () => writeTable('xlsx', waitingColumns, rows),
    };
  },
});
