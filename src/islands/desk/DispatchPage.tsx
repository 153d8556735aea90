import { useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { ColumnMapping } from '#islands/ui/table/ColumnMapping.tsx';
import { DataTable } from '#islands/ui/table/DataTable.tsx';
import { saveText } from '#lib/client/save-file.ts';
import { checkDispatch, shipParcel } from '#lib/client/stores/desk/orders.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { refusalText, takeFile } from '#lib/client/take-file.ts';
import { api } from '#lib/contract/api.ts';
import { path, withQuery } from '#lib/contract/routes.ts';
import type { DispatchChecked } from '#lib/contract/shipping/dispatch.ts';
import { dispatchHeads, dispatchPartOrders } from '#lib/rules/orders/dispatch.ts';
import { csvText } from '#lib/rules/text/csv.ts';
import {
  countWrong,
  type DispatchRow,
  dispatchColumns,
  dispatchFiles,
  dispatchRowsOf,
  endOf,
  fileFault,
} from './dispatch-rows.tsx';
import { PacksPanel } from './PacksPanel.tsx';

const columns = dispatchColumns('订单号');

/** Many orders sent by one table: checked whole, then parcel by parcel, with a word to every row. */
export function DispatchPage({ waiting }: { waiting: number }) {
  const [checked, setChecked] = useState<DispatchChecked | null>(null);
  const [rows, setRows] = useState<readonly DispatchRow[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [isSending, setSending] = useState(false);
  const [done, setDone] = useState(0);
  const [file, setFile] = useState<File | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const isStopped = useRef(false);
  const [next, setNext] = useState<{ after: string; left: number } | null>(null);
  const [isTaking, setTaking] = useState(false);
  const open = (checked?.parcels ?? []).filter((_, at) => rows[at]?.state === 'ready');

  async function check(next: File | undefined, columns?: string[]) {
    if (!next) return;
    setBusy(true);
    setRefused(null);
    await checkDispatch({ file: next, columns }).then((found) => {
      setChecked(found);
      setFile(next);
      setRows(dispatchRowsOf(found.parcels, found.faults));
      setDone(0);
    }, refuse);
    setBusy(false);
  }

  /** Shows the fault of the file next to it. */
  function refuse(error: unknown) {
    const said = fileFault(error);
    if (said === undefined) react(error);
    else setRefused(said);
  }

  /** Saves the file behind an order (the first for an empty one); it says where the next begins. */
  async function take(after: string) {
    setTaking(true);
    setRefused(null);
    try {
      const headers = await takeFile(withQuery(api.dispatchFile.path, { after }));
      const [, left, last] = /^(\d+) (.+)$/.exec(headers.get('x-next-part') ?? '') ?? [];
      setNext(last === undefined ? null : { after: last, left: Number(left) });
    } catch (error) {
      setRefused(refusalText(error));
    }
    setTaking(false);
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
      const end = await endOf(shipParcel(said));
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
          rules={dispatchFiles}
          isDisabled={isBusy || isSending}
          onFiles={([next]) => void check(next)}
          actions={
            <>
              <Button kind="plain" busy={isTaking} onClick={() => void take('')}>
                下载待发货订单
              </Button>
              {next !== null && (
                <Button kind="plain" busy={isTaking} onClick={() => void take(next.after)}>
                  下载下一份（还有{next.left}单）
                </Button>
              )}
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
            {waiting > dispatchPartOrders &&
              `待发货共${waiting}单，每份最多${dispatchPartOrders}单：下载一份后接着下载下一份，可分别填写和上传，中途发货不影响后面几份。`}
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
                {countWrong(rows)}行有误
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
