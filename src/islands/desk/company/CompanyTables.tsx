import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { DataTable } from '#islands/ui/table/DataTable.tsx';
import type { CompanyFile, GrowingPart } from '#lib/contract/companies/file-schema.ts';
import * as columnsOf from './company-columns.tsx';

interface Props {
  part: 'papers' | 'people' | 'orders' | 'ledger' | 'coupons' | 'messages' | 'audit';
  file: CompanyFile;
  /** The role may view pictures of documents. */
  seesPictures: boolean;
  /** The role has the desk's page of an order. */
  seesOrders: boolean;
  /** Adds the rows behind the last one of a list. */
  onMore: (part: GrowingPart) => Promise<void>;
}

/** The lists of a company; growing lists have their last entries, and more on demand. */
export function CompanyTables({ part, file, seesPictures, seesOrders, onMore }: Props) {
  const grows = (name: GrowingPart) => ({
    onMore: file.more.includes(name) ? () => onMore(name) : undefined,
  });
  if (part === 'papers')
    return (
      <List
        title="资质"
        rows={file.papers}
        columns={seesPictures ? columnsOf.picturedPapers : columnsOf.papers}
        nameOf={(row) => row.kind_text}
      />
    );
  if (part === 'people')
    return (
      <>
        <List title="人员" rows={file.people} columns={columnsOf.people} nameOf={(row) => row.name} />
        <List
          title="登录中的设备"
          {...grows('sessions')}
          rows={file.sessions}
          columns={columnsOf.sessions}
          nameOf={(row) => row.device}
        />
      </>
    );
  if (part === 'orders') {
    const columns = seesOrders ? columnsOf.linkedOrders : columnsOf.orders;
    return (
      <>
        <List
          title="未完成的订单"
          {...grows('open_orders')}
          rows={file.open_orders}
          columns={columns}
          nameOf={(row) => row.no}
        />
        <List
          title="全部订单"
          {...grows('orders')}
          rows={file.orders}
          columns={columns}
          nameOf={(row) => row.no}
        />
      </>
    );
  }
  if (part === 'ledger')
    return (
      <List
        title="余额明细"
        {...grows('ledger')}
        rows={file.ledger}
        columns={columnsOf.ledger}
        nameOf={(row) => row.use_text}
      />
    );
  if (part === 'coupons')
    return (
      <List
        title="优惠券和现金券"
        {...grows('coupons')}
        rows={file.coupons}
        columns={columnsOf.coupons}
        nameOf={(row) => row.name}
      />
    );
  if (part === 'messages')
    return (
      <List
        title="消息"
        {...grows('messages')}
        rows={file.messages}
        columns={columnsOf.messages}
        nameOf={(row) => row.title}
      />
    );
  return (
    <List
      title="操作记录"
      {...grows('audit')}
      rows={file.audit}
      columns={columnsOf.audit}
      nameOf={(row) => row.act_text}
    />
  );
}

interface ListProps<Row extends object> {
  title: string;
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
  nameOf: (row: Row) => string;
  /** Left out where there is no more. */
  onMore?: (() => Promise<void>) | undefined;
}

function List<Row extends { id?: string | number; no?: string }>(props: ListProps<Row>) {
  const { title, rows, columns, nameOf, onMore } = props;
  const [isBusy, setBusy] = useState(false);
  return (
    <section className="mb-4">
      <h2 className="px-3 md:px-4 text-title">{title}</h2>
      <DataTable
        label={title}
        columns={columns}
        rows={rows}
        idOf={(row) => row.id ?? row.no ?? ''}
        nameOf={nameOf}
        csvName={title}
        empty={<Empty icon="i-lucide-inbox" title={`没有${title}`} />}
      />
      {onMore !== undefined && (
        <p className="flex flex-wrap items-center justify-center gap-3 px-3 py-3 text-small text-ink-2">
          <span className="num">已列出最近{rows.length}条</span>
          <Button
            kind="plain"
            size="small"
            className="max-md:h-touch"
            aria-label={`更多${title}`}
            busy={isBusy}
            onClick={() => {
              setBusy(true);
              void onMore().finally(() => setBusy(false));
            }}
          >
            更多
          </Button>
        </p>
      )}
    </section>
  );
}
