import { Empty } from '#islands/ui/Faces.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { DataTable } from '#islands/ui/table/DataTable.tsx';
import type { ChatFigure } from '#lib/contract/chat/desk-schema.ts';
import { secondsText } from '#lib/rules/chat/queue-text.ts';

interface Props {
  /** 客服 or 日期. */
  head: string;
  title: string;
  rows: readonly ChatFigure[];
  /** The name of the file, without its ending. */
  csvName: string;
}

/** Seconds in a file, words in the table. */
const lengthColumn = (
  id: string,
  head: string,
  of: (row: ChatFigure) => number | null,
): TableColumn<ChatFigure> => ({
  id,
  head,
  value: of,
  cell: (row) => secondsText(of(row)),
  isNumber: true,
  isSortable: true,
});

const measures: readonly TableColumn<ChatFigure>[] = [
  { id: 'inquiries', head: '咨询', value: (row) => row.inquiries, isNumber: true, isSortable: true },
  lengthColumn('first', '首次回复（中位数）', (row) => row.first_answer),
  {
    id: 'in_time',
    head: '及时率',
    value: (row) => row.in_time,
    cell: (row) => (row.in_time === null ? '—' : `${row.in_time}%`),
    isNumber: true,
    isSortable: true,
  },
  lengthColumn('resolution', '处理时长（中位数）', (row) => row.resolution),
  { id: 'rated', head: '评价数', value: (row) => row.rated, isNumber: true, isSortable: true },
  {
    id: 'stars',
    head: '平均星级',
    value: (row) => row.stars,
    cell: (row) => (row.stars === null ? '—' : row.stars.toFixed(1)),
    isNumber: true,
    isSortable: true,
  },
];

const columnsByHead = new Map<string, readonly TableColumn<ChatFigure>[]>();

/** The columns under one head are one list, as the table wants it. */
function columnsOf(head: string): readonly TableColumn<ChatFigure>[] {
  const known = columnsByHead.get(head);
  if (known !== undefined) return known;
  const made: readonly TableColumn<ChatFigure>[] = [
    { id: 'key', head, value: (row) => row.key, isTitle: true, isSortable: true },
    ...measures,
  ];
  columnsByHead.set(head, made);
  return made;
}

/** Figures of service by person or by day, saved as CSV. */
export function FigureTable({ head, title, rows, csvName }: Props) {
  return (
    <section className="panel mt-3">
      <div className="panel-title">
        <h2>{title}</h2>
      </div>
      <DataTable
        label={title}
        columns={columnsOf(head)}
        rows={rows}
        idOf={(row) => row.key}
        nameOf={(row) => row.key}
        csvName={csvName}
        empty={<Empty icon="i-lucide-chart-column" title="这段时间没有咨询" />}
      />
    </section>
  );
}
