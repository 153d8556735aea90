import type { TableColumn } from '#islands/ui/table/columns.ts';
import type { StatementCredit } from '#lib/contract/transfers/statement-schema.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { RowButton } from '../list/RowButton.tsx';

const matchTexts = {
  sure: '确定',
  doubtful: '待核对',
  none: '没有对应的转账',
  done: '已登记',
} as const satisfies Record<StatementCredit['match'], string>;

/** Columns of a statement's credits; `register` enters one for the transfer that fits. */
export function statementColumns(
  register: (row: StatementCredit) => Promise<void>,
): readonly TableColumn<StatementCredit>[] {
  return [
    { id: 'day', head: '日期', value: ({ paid_on: day }) => day },
    { id: 'payer', head: '付款人', value: ({ payer }) => payer, isTitle: true },
    { id: 'amount', head: '金额', value: ({ amount }) => amount, isNumber: true },
    { id: 'serial', head: '流水号', value: ({ bank, serial }) => `${bank} ${serial}` },
    { id: 'remark', head: '摘要', value: ({ remark }) => remark },
    {
      id: 'match',
      head: '对应转账',
      value: ({ match, no }) => `${matchTexts[match]} ${no}`,
      cell: ({ match, no, company, lacks, said }) => (
        <>
          {matchTexts[match]} <span className="num">{no}</span>
          {company !== '' && (
            <span className="block text-note text-ink-2">
              {company}
              {lacks !== '' && `，应付¥${showYuan(lacks)}`}
            </span>
          )}
          {said !== '' && <span className="block text-note text-price">{said}</span>}
        </>
      ),
    },
    {
      id: 'act',
      head: '操作',
      cell: (row) =>
        (row.match === 'sure' || row.match === 'doubtful') && (
          <RowButton text="登记" of={`${row.payer} ${row.serial}`} onPress={() => register(row)} />
        ),
    },
  ];
}
