import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { DataTable } from '#islands/ui/table/DataTable.tsx';
import { importStatement, loadStatement, registerCredits } from '#lib/client/stores/desk/transfers.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { maxUploadBytes } from '#lib/contract/constants.ts';
import { AppError, firstFieldMessage } from '#lib/contract/errors.ts';
import type { StatementCredit, StatementImported } from '#lib/contract/transfers/statement-schema.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { type StatementBank, statementBanks } from '#lib/rules/orders/bank-statement.ts';
import { StatementRead } from './StatementRead.tsx';
import { statementColumns } from './statement-columns.tsx';

const rules = {
  endings: ['.csv', '.xlsx'],
  types: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  maxBytes: maxUploadBytes,
  maxCount: 1,
};
const banks = statementBanks.map((value) => ({ value, text: value }));
const bankOf = (text: string): StatementBank => statementBanks.find((one) => one === text) ?? '其他';
const nameOf = ({ serial, payer }: StatementCredit) => `${payer} ${serial}`;

/**
 * Imports a bank statement: its credits are shown next to the transfers that they pay, and registered with one press.
 */
export function StatementPanel({ onDone }: { onDone: () => void }) {
  const [bank, setBank] = useState<StatementBank>('工行');
  const [rows, setRows] = useState<readonly StatementCredit[] | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [imported, setImported] = useState<StatementImported | null>(null);
  const [refused, setRefused] = useState('');
  const [isBusy, setBusy] = useState(false);
  const sure = rows?.filter(({ match }) => match === 'sure') ?? [];

  async function read(
    next: File,
    { columns, isSure = false }: { columns?: string[]; isSure?: boolean } = {},
  ) {
    setBusy(true);
    setRefused('');
    try {
      const found = await importStatement(bank, next, { columns, isSure });
      if (found.is_written === 1) setRows(found.list);
      setImported(found);
      setFile(next);
    } catch (error) {
      const said =
        error instanceof AppError && error.code === 422 ? firstFieldMessage(error.data) : undefined;
      if (said === undefined) react(error);
      else setRefused(said);
    }
    setBusy(false);
  }

  async function register(chosen: readonly StatementCredit[], confirm: 0 | 1) {
    setBusy(true);
    await registerCredits(chosen.map(({ id, no }) => ({ id, no, confirm }))).then(({ list }) => {
      const now = new Map(list.map((row) => [row.id, row]));
      setRows((before) => before?.map((row) => now.get(row.id) ?? row) ?? null);
      const done = list.filter(({ match }) => match === 'done').length;
      showToast(
        done === list.length ? 'success' : 'warning',
        `已登记${done}笔，${list.length - done}笔未登记`,
      );
      onDone();
    }, react);
    setBusy(false);
  }

  async function registerOne(row: StatementCredit) {
    const isSure =
      row.match === 'sure' ||
      (await ask({
        title: '登记到账',
        text: `流水${row.serial}：${row.payer || '未知付款人'}转入¥${showYuan(row.amount)}，登记到转账${row.no}（${row.company}，应付¥${showYuan(row.lacks || '0.00')}）。请确认无误。`,
        confirm: '登记',
        cancel: '再想想',
      }));
    if (isSure) await register([row], row.match === 'sure' ? 0 : 1);
  }

  return (
    <section className="panel mb-3">
      <div className="panel-title flex-wrap">
        <h2>银行流水</h2>
        <span className="ml-auto flex flex-wrap gap-2">
          <Button
            kind="plain"
            size="small"
            busy={isBusy}
            onClick={() => void loadStatement().then(({ list }) => setRows(list), react)}
          >
            未登记的流水
          </Button>
          {sure.length > 0 && (
            <Button size="small" busy={isBusy} onClick={() => void register(sure, 0)}>
              登记全部确定的{sure.length}笔
            </Button>
          )}
        </span>
      </div>
      <div className="grid sm:grid-cols-[160px_minmax(0,1fr)] gap-3 px-3 md:px-4 py-3">
        <div className="field text-small">
          <SelectBox
            label="银行"
            name="bank"
            options={banks}
            value={bank}
            onChange={({ currentTarget }) => setBank(bankOf(currentTarget.value))}
          />
        </div>
        <div className="border border-dashed border-line-strong rounded">
          <FilePicker
            title="拖放银行流水的文件"
            label="选择银行流水的文件"
            button={isBusy ? '正在处理…' : '导入银行流水'}
            hint="CSV或XLSX，含交易日期、收入金额（或贷方发生额）、对方户名、摘要、流水号"
            rules={rules}
            isDisabled={isBusy}
            onFiles={([next]) => {
              setImported(null);
              if (next) void read(next);
            }}
          />
          {refused !== '' && (
            <p role="alert" className="px-4 pb-3 m-0 text-small text-price">
              {refused}
            </p>
          )}
        </div>
      </div>
      {imported !== null && file !== null && (
        <StatementRead
          imported={imported}
          isBusy={isBusy}
          onRead={(columns) => void read(file, { columns })}
          onSave={() =>
            void read(file, { columns: imported.table.columns.map(({ key }) => key), isSure: true })
          }
        />
      )}
      {rows !== null && (
        <DataTable
          label="银行流水"
          columns={statementColumns(registerOne)}
          rows={rows}
          idOf={(row) => row.id}
          nameOf={nameOf}
          state="ready"
          empty={<p className="p-4 m-0 text-small text-ink-2">没有未登记的流水</p>}
        />
      )}
    </section>
  );
}
