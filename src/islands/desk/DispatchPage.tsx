import { useRef, useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { ColumnMapping } from '#islands/ui/table/ColumnMapping.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { DataTable } from '#islands/ui/table/DataTable.tsx';
import { saveText } from '#lib/client/save-file.ts';
import { checkDispatch, shipParcel } from '#lib/client/stores/desk/orders.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { api } from '#lib/contract/api.ts';
import { maxUploadBytes } from '#lib/contract/constants.ts';
import { AppError, firstFieldMessage } from '#lib/contract/errors.ts';
import { path, withQuery } from '#lib/contract/routes.ts';
import type { DispatchChecked } from '#lib/contract/shipping/dispatch.ts';
import { dispatchHeads, dispatchParts } from '#lib/rules/orders/dispatch.ts';
import { csvText } from '#lib/rules/text/csv.ts';
import { PacksPanel } from './PacksPanel.tsx';

type State = 'ready' | 'sent' | 'done' | 'failed' | 'wrong';

interface Row {
  key: number;
  /** Rows of the file. */
  rows: readonly number[];
  no: string;
  tracking: string;
  state: State;
  sentence: string;
}

const words: Record<State, string> = {
  ready: '可发货',
  sent: '已发货',
  done: '之前已发，跳过',
  failed: '未发货',
  wrong: '有误，不发',
};

const rules = { endings: ['.csv', '.txt', '.xlsx'], maxBytes: maxUploadBytes };

/** Many orders sent by one table: checked whole, then parcel by parcel, with a word to every row. */
export function DispatchPage({ waiting }: { waiting: number }) {
  const [checked, setChecked] = useState<DispatchChecked | null>(null);
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [isSending, setSending] = useState(false);
  const [done, setDone] = useState(0);
  const [file, setFile] = useState<File | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const isStopped = useRef(false);
  const parts = dispatchParts(waiting);
  const open = (checked?.parcels ?? []).filter((_, at) => rows[at]?.state === 'ready');

  async function check(next: File | undefined, columns?: string[]) {
    if (!next) return;
    setBusy(true);
    setRefused(null);
    await checkDispatch({ file: next, columns }).then((found) => {
      setChecked(found);
      setFile(next);
      setRows(rowsOf(found));
      setDone(0);
    }, refuse);
    setBusy(false);
  }

  /** Shows the fault of the file next to it. */
  function refuse(error: unknown) {
    const said = error instanceof AppError && error.code === 422 ? firstFieldMessage(error.data) : undefined;
    if (said === undefined) react(error);
    else setRefused(said);
  }

  async function send() {
    if (!checked) return;
    setSending(true);
    isStopped.current = false;
    let through = 0;
    for (const [at, parcel] of checked.parcels.entries()) {
      if (rows[at]?.state !== 'ready') continue;
      if (isStopped.current) break;
      const { no, carrier, tracking_no, temperature, cooler, recorder, lines } = parcel;
      const said = { no, carrier, tracking_no, temperature, cooler, recorder, lines };
      const end = await shipParcel(said).then(
        () => ({ state: 'sent' as const, sentence: '' }),
        (error: unknown) => ({
          state: 'failed' as const,
          sentence: error instanceof AppError ? error.message : '没有收到答复，请重新上传同一个文件核对',
        }),
      );
      through++;
      setDone(through);
      setRows((now) => now.map((row) => (row.key === at ? { ...row, ...end } : row)));
    }
    setSending(false);
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <section className="panel">
        <div className="panel-title flex-wrap">
          <h1>批量发货</h1>
          <a className="link text-small font-400 ml-auto" href={path('/desk/orders')}>
            返回订单
          </a>
        </div>
        <FilePicker
          title="发货表"
          label="选择发货表"
          button={isBusy ? '正在核对…' : '上传发货表'}
          hint="CSV或XLSX，不超过10 MB"
          rules={rules}
          isDisabled={isBusy || isSending}
          onFiles={([next]) => void check(next)}
          actions={
            <>
              {parts.map(([first, last], at) => (
                <a
                  key={first}
                  className={buttonClass('plain')}
                  href={withQuery(api.dispatchFile.path, { part: at === 0 ? '' : at + 1 })}
                  download
                >
                  下载待发货订单{parts.length > 1 && `第${first}-${last}单`}
                </a>
              ))}
              <Button
                kind="plain"
                onClick={() => saveText('发货表.csv', 'text/csv', csvText([Object.values(dispatchHeads)]))}
              >
                下载空表
              </Button>
            </>
          }
        >
          <p className="text-small text-ink-2">
            {parts.length > 1 && `待发货共${waiting}单，分${parts.length}份下载，可分别填写和上传。`}
            “待发货订单”已填好收货信息、商品、批号和数量，填写承运方和运单号后传回即可：同一订单只填第一行，其余行随上一行；没有填写的订单不处理，不发的行请删除。一行一个商品或批号；只填订单号、承运方、运单号时，整单按近效期先出发货。追溯码可以一格多个，也可以一行一个。冷链订单须填写启运温度、冷藏车或冷藏箱、温度记录仪编号，写在包裹的任一行即可。上传后先核对，有误的行不发，同一个文件再传一次不会重复发货。
          </p>
        </FilePicker>
        {refused !== null && (
          <p role="alert" className="px-3 md:px-4 pb-3 text-small text-price">
            {refused}
          </p>
        )}
        {checked && file && !isSending && done === 0 && (
          <ColumnMapping
            table={checked.table}
            isBusy={isBusy}
            onRead={(columns) => void check(file, columns)}
          />
        )}
        {checked && checked.table.questions.length === 0 && (
          <>
            <div className="flex flex-wrap items-center gap-3 px-3 md:px-4 pb-3">
              <p role="status" className="text-small num">
                共{checked.rows}行：{rows.filter(({ state }) => state === 'sent').length}个包裹已发，
                {open.length}
                个可发，
                {rows.filter(({ state }) => state === 'failed' || state === 'wrong').length}行有误
                {checked.skipped > 0 && `，${checked.skipped}行未填写，不处理`}
              </p>
              {isSending ? (
                <>
                  <progress aria-label="发货进度" max={done + open.length} value={done} />
                  <Button kind="plain" size="small" onClick={() => (isStopped.current = true)}>
                    停下
                  </Button>
                </>
              ) : (
                open.length > 0 && <Button onClick={() => void send()}>发出{open.length}个包裹</Button>
              )}
            </div>
            <DataTable
              label="发货表"
              columns={columns}
              rows={rows}
              idOf={({ key }) => key}
              nameOf={({ no, tracking }) => `${no} ${tracking}`}
              pageSize={100}
              csvName="发货结果"
              empty={<Empty icon="i-lucide-truck" title="没有可发的包裹" />}
            />
          </>
        )}
      </section>
      <PacksPanel />
    </div>
  );
}

function rowsOf({ parcels, faults }: DispatchChecked): Row[] {
  return [
    ...parcels.map(({ rows, no, tracking_no: tracking, is_done: isDone }, key) => ({
      key,
      rows,
      no,
      tracking,
      state: isDone === 1 ? ('done' as const) : ('ready' as const),
      sentence: '',
    })),
    ...faults.map(({ row, no, sentence }, at) => ({
      key: parcels.length + at,
      rows: [row],
      no,
      tracking: '',
      state: 'wrong' as const,
      sentence,
    })),
  ];
}

const columns: readonly TableColumn<Row>[] = [
  { id: 'no', head: '订单号', value: ({ no }) => no, isTitle: true },
  { id: 'tracking', head: '运单号', value: ({ tracking }) => tracking },
  { id: 'rows', head: '文件的行', value: ({ rows }) => rows.join('、') },
  {
    id: 'state',
    head: '结果',
    value: ({ state }) => words[state],
    cell: ({ state }) => (
      <Tag kind={state === 'failed' || state === 'wrong' ? 'warn' : 'soft'}>{words[state]}</Tag>
    ),
  },
  { id: 'why', head: '说明', value: ({ sentence }) => sentence },
];
