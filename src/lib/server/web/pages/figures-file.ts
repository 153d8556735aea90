/** The tables of 经营数据 as files. */
import { api } from '#lib/contract/api.ts';
import { figuresFileInput, figureTables } from '#lib/contract/figures.ts';
import { withQuery } from '#lib/contract/routes.ts';
import { readFigures, topRows } from '../../figures/figures.ts';
import { tableOfFigures } from '../../figures/tables.ts';
import { deskTableFile } from './desk-table-file.ts';

/** `GET /api/desk/figures/file`: one of the page's tables for its days; rankings are longer than on the page. */
export const answerFiguresFile = deskTableFile({
  call: api.figuresFile,
  schema: figuresFileInput,
  async make(context, { table, form, ...asked }) {
    const figures = await readFigures(context, asked, topRows.file);
    const { rows, write } = tableOfFigures(figures, table);
    const { first, last } = figures.days;
    const search = { from: first, to: last, by: figures.by, merchant: asked.merchant };
    return {
      name: figureTables[table],
      form,
      told: { rows, filter: withQuery('', search) },
      write: () => write(form),
    };
  },
});
