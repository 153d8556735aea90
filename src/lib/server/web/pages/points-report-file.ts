/** The tables of 积分报表 as files. */
import { api } from '#lib/contract/api.ts';
import { pointsFileInput, pointsTables } from '#lib/contract/points-report.ts';
import { withQuery } from '#lib/contract/routes.ts';
import { readPointsReport } from '../../points/report.ts';
import { tableOfPoints } from '../../points/report-tables.ts';
import { deskTableFile } from './desk-table-file.ts';

/** `GET /api/desk/points-report/file`: one of the page's tables, its months by payer. */
export const answerPointsFile = deskTableFile({
  call: api.pointsReportFile,
  schema: pointsFileInput,
  async make(context, { table, form, ...asked }) {
    const { rows, write } = tableOfPoints(await readPointsReport(context, asked), table);
    return {
      name: pointsTables[table],
      form,
      told: { rows, filter: withQuery('', asked) },
      write: () => write(form),
    };
  },
});
