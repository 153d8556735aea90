import { useId, useRef, useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { Tick } from '#islands/ui/Tick.tsx';
import { ColumnMapping } from '#islands/ui/table/ColumnMapping.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { DataTable } from '#islands/ui/table/DataTable.tsx';
import { checkLotTable } from '#lib/client/stores/desk/lots.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { api } from '#lib/contract/api.ts';
import { maxUploadBytes } from '#lib/contract/constants.ts';
import { AppError, firstFieldMessage } from '#lib/contract/errors.ts';
import type { LotTableChecked } from '#lib/contract/lot-table.ts';
import { mostLotRows } from '#lib/rules/orders/lot-table.ts';
import { lotRowsAddress } from './lot-address.ts';
import { keepWrong, type SentLotRow, sendLots } from './send-lots.ts';

const rules = { endings: ['.csv', '.txt', '.xlsx'], maxBytes: maxUploadBytes };

interface Source {
  file?: File;
  text?: string;
}

const words: Record<SentLotRow['state'], string> = {
  ready: '可入库',
  asks: '需核对',
  in: '已入库',
  done: '之前已入库',
  failed: '未入库',
  wrong: '有误，不入库',
};
const warned: readonly SentLotRow['state'][] = ['asks', 'failed', 'wrong'];

interface Props {
  onClose: () => void;
  /** Some lots came in. */
  onDone: () => void;
}

/** Many lots put in by one table: checked whole, then slice by slice, with a word to every row. */
export function LotTableDialog({ onClose, onDone }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const [source, setSource] = useState<Source | null>(null);
  const [checked, setChecked] = useState<LotTableChecked | null>(null);
  const [rows, setRows] = useState<readonly SentLotRow[]>([]);
  const [takesAsked, setTakesAsked] = useState(false);
  const [error, setError] = useState('');
  const [step, setStep] = useState<'choose' | 'reading' | 'sending'>('choose');
  const stop = useRef(new AbortController());
  /** One checked table is one record, however often its rows are sent. */
  const token = useRef('');
  const [record, setRecord] = useState(0);
  const count = (...states: SentLotRow['state'][]) =>
    rows.filter(({ state }) => states.includes(state)).length;
  const open = rows.filter(({ state }) => state === 'ready' || (takesAsked && state === 'asks'));
  const came = count('in');

  async function read(from: Source, columns?: string[]) {
    setSource(from);
    setStep('reading');
    setError('');
    try {
      const found = await checkLotTable({ ...from, ...(columns !== undefined && { columns }) });
      setChecked(found);
      setRows(found.list);
      setRecord(0);
      token.current = crypto.randomUUID();
      setTakesAsked(false);
    } catch (thrown) {
      if (thrown instanceof AppError) setError(firstFieldMessage(thrown.data) ?? thrown.message);
      else react(thrown);
    } finally {
      setStep('choose');
    }
  }

  async function send() {
    setStep('sending');
    setError('');
    stop.current = new AbortController();
    const of = {
      token: token.current,
      file_name: source?.file?.name.slice(-200) ?? '',
      table_rows: rows.length,
    };
    const wrong = rows.filter(({ state }) => state === 'wrong');
    const unkept = await keepWrong(of, wrong);
    const fault = await sendLots({ of, rows: open }, stop.current.signal, (said, id) => {
      setRecord(id);
      setRows((now) => now.map((row) => ({ ...row, ...said.get(row.row) })));
    });
    setError(fault || unkept);
    setStep('choose');
  }

  function close() {
    stop.current.abort();
    if (came > 0) onDone();
    onClose();
  }

  return (
    <Dialog open title="按表格入库" width="wide" onClose={close}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 text-small">
        <FilePicker
          title="批次表"
          label="选择批次表"
          button={step === 'reading' ? '正在核对…' : '上传批次表'}
          hint={`CSV或XLSX，最多${mostLotRows}行`}
          rules={rules}
          isDisabled={step !== 'choose'}
          onFiles={([file]) => file && void read({ file })}
          actions={
            <a className={buttonClass('plain')} href={api.lotTemplate.path} download>
              下载入库表
            </a>
          }
        >
          <p className="text-small text-ink-2">
            入库表已列出本店商品，填写批号、生产日期、有效期至、入库数量后传回；没有填写的行不处理。上传后先核对，有误的行不入库。同一个表再传一次不会重复入库；同一批次再次到货，请填写不同的入库单号。
          </p>
        </FilePicker>
        {checked === null && (
          <>
            <label htmlFor={id}>或从表格软件复制，粘贴到这里（连同表头）</label>
            <textarea
              id={id}
              className="input py-1 min-h-24 num"
              value={text}
              maxLength={2_000_000}
              onChange={({ target }) => setText(target.value)}
            />
            <div>
              <Button
                size="small"
                busy={step === 'reading'}
                disabled={text.trim() === ''}
                onClick={() => void read({ text })}
              >
                核对
              </Button>
            </div>
          </>
        )}
        <FormNotice text={error} />
        {checked !== null && source !== null && step !== 'sending' && came === 0 && (
          <ColumnMapping
            table={checked.table}
            isBusy={step === 'reading'}
            onRead={(columns) => void read(source, columns)}
          />
        )}
        {checked !== null && checked.table.questions.length === 0 && (
          <>
            <div className="flex flex-wrap items-center gap-3">
              <p role="status" className="m-0 num">
                共{rows.length}行：{came}行已入库，{count('ready')}行可入库，{count('asks')}行需核对，
                {count('done')}行之前已入库，{count('wrong', 'failed')}行有误
                {checked.skipped > 0 && `；${checked.skipped}行未填写，不处理`}
              </p>
              {step === 'sending' ? (
                <>
                  <progress aria-label="入库进度" max={came + open.length} value={came} />
                  <Button kind="plain" size="small" onClick={() => stop.current.abort()}>
                    停下
                  </Button>
                </>
              ) : (
                <>
                  {count('asks') > 0 && (
                    <Tick
                      label={`需核对的${count('asks')}行已核对无误，一并入库`}
                      isLabelShown
                      isOn={takesAsked}
                      onChange={setTakesAsked}
                    />
                  )}
                  {open.length > 0 && <Button onClick={() => void send()}>入库{open.length}行</Button>}
                </>
              )}
            </div>
            {record > 0 && step !== 'sending' && (
              <p className="m-0">
                入库有误时可整表或按行撤销，有误未提交的行也记在那里：
                <a className="link" href={lotRowsAddress(record)}>
                  查看本次入库
                </a>
              </p>
            )}
            <DataTable
              label="批次表"
              columns={columns}
              rows={rows}
              idOf={({ row }) => row}
              nameOf={({ title, lot_no: lot }) => `${title} ${lot}`}
              pageSize={100}
              csvName="入库结果"
              empty={<Empty icon="i-lucide-boxes" title="没有可入库的行" />}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

const columns: readonly TableColumn<SentLotRow>[] = [
  { id: 'row', head: '行', value: ({ row }) => row, isNumber: true },
  { id: 'title', head: '商品', value: ({ title }) => title },
  { id: 'lot', head: '批号', value: ({ lot_no: lot }) => lot, isTitle: true },
  { id: 'made', head: '生产日期', value: ({ produced_on: day }) => day },
  { id: 'ends', head: '有效期至', value: ({ expires_on: day }) => day },
  { id: 'pieces', head: '数量', value: ({ pieces }) => pieces, isNumber: true },
  { id: 'unit', head: '单位', value: ({ unit }) => unit },
  { id: 'doc', head: '入库单号', value: ({ doc }) => doc },
  {
    id: 'state',
    head: '结果',
    value: ({ state }) => words[state],
    cell: ({ state }) => <Tag kind={warned.includes(state) ? 'warn' : 'soft'}>{words[state]}</Tag>,
  },
  { id: 'why', head: '说明', value: ({ sentence }) => sentence },
];
