import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { ColumnMapping } from '#islands/ui/table/ColumnMapping.tsx';
import { DataTable } from '#islands/ui/table/DataTable.tsx';
import { saveText } from '#lib/client/save-file.ts';
import { checkPointsDispatch, shipPointsOrder } from '#lib/client/stores/desk/mall.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { PointsDispatchChecked } from '#lib/contract/mall-desk.ts';
import { path } from '#lib/contract/routes.ts';
import { pointsDispatchHeads } from '#lib/rules/points/dispatch.ts';
import { csvText } from '#lib/rules/text/csv.ts';
import {
  countWrong,
  type DispatchRow,
  dispatchColumns,
  dispatchFiles,
  dispatchRowsOf,
  endOf,
  fileFault,
} from '../dispatch-rows.tsx';

const columns = dispatchColumns('积分订单号');
const empty = csvText([Object.values(pointsDispatchHeads)]);

/** Many orders of the points mall sent by one table: checked whole, then row by row, with a word to each. */
export function TablePage() {
  const [checked, setChecked] = useState<PointsDispatchChecked | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [rows, setRows] = useState<readonly DispatchRow[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const open = rows.filter(({ state }) => state === 'ready');

  async function check(next: File, columns?: string[]) {
    setBusy(true);
    setRefused(null);
    await checkPointsDispatch({ file: next, columns }).then((found) => {
      setChecked(found);
      setFile(next);
      const parcels = found.parcels.map(({ row, ...parcel }) => ({ ...parcel, rows: [row] }));
      setRows(dispatchRowsOf(parcels, found.faults));
    }, refuse);
    setBusy(false);
  }

  function refuse(error: unknown) {
    const said = fileFault(error);
    if (said === undefined) react(error);
    else setRefused(said);
  }

  async function send(parcels: PointsDispatchChecked['parcels']) {
    setBusy(true);
    for (const [at, { no, carrier, tracking_no, is_done: isDone }] of parcels.entries()) {
      if (isDone === 1) continue;
      const end = await endOf(shipPointsOrder({ id: no, carrier, tracking_no }));
      setRows((now) => now.map((row) => (row.key === at ? { ...row, ...end } : row)));
    }
    setBusy(false);
  }

  return (
    <section className="panel">
      <div className="panel-title flex-wrap">
        <h1>积分订单批量发货</h1>
        <a className="link text-small font-400 ml-auto" href={path('/desk/points-orders')}>
          返回积分订单
        </a>
      </div>
      <FilePicker
        title="发货表"
        label="选择发货表"
        button={isBusy ? '请稍候…' : '上传发货表'}
        hint="CSV或XLSX，不超过10 MB；也可以把表格直接粘贴进来"
        rules={dispatchFiles}
        isDisabled={isBusy}
        onFiles={([next]) => next && void check(next)}
        onText={(text) => void check(new File([text], '粘贴的表格.csv', { type: 'text/csv' }))}
        actions={
          <Button kind="plain" onClick={() => saveText('积分订单发货表.csv', 'text/csv', empty)}>
            下载空表
          </Button>
        }
      >
        <p className="text-small text-ink-2">
          一行一个订单：积分订单号、承运方、运单号。可以先在积分订单里筛选待发货并导出，填好承运方和运单号后传回。有误的行不发，同一个文件再传一次不会重复发货。
        </p>
      </FilePicker>
      {refused !== null && (
        <p role="alert" className="px-3 md:px-4 pb-3 text-small text-price">
          {refused}
        </p>
      )}
      {checked && file && (
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
              共{checked.rows}行：{rows.filter(({ state }) => state === 'sent').length}单已发，{open.length}
              单可发，
              {countWrong(rows)}行有误
            </p>
            {open.length > 0 && (
              <Button busy={isBusy} onClick={() => void send(checked.parcels)}>
                发出{open.length}单
              </Button>
            )}
          </div>
          <DataTable
            label="发货表"
            columns={columns}
            rows={rows}
            idOf={({ key }) => key}
            nameOf={({ no, tracking }) => `${no} ${tracking}`}
            pageSize={100}
            csvName="积分订单发货结果"
            empty={<Empty icon="i-lucide-truck" title="没有可发的订单" />}
          />
        </>
      )}
    </section>
  );
}
