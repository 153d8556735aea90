import { useState } from 'react';
import { pictureTurns } from '#islands/papers/FileThumb.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { dayText, momentText } from '#islands/ui/moments.ts';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { DataTable } from '#islands/ui/table/DataTable.tsx';
import type { CompanyFile, GrowingPart } from '#lib/contract/companies/file-schema.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';

interface Props {
  part: 'papers' | 'people' | 'orders' | 'ledger' | 'coupons' | 'messages' | 'audit';
  file: CompanyFile;
  /** The role may look at pictures of papers. */
  seesPictures: boolean;
  /** The role has the desk's page of an order. */
  seesOrders: boolean;
  /** Adds the rows behind the last one of a list. */
  onMore: (part: GrowingPart) => Promise<void>;
}

type RowOf<Key extends keyof CompanyFile> = CompanyFile[Key] extends readonly (infer Row)[] ? Row : never;
type Columns<Key extends keyof CompanyFile> = readonly TableColumn<RowOf<Key>>[];

/** What there is of a company, list by list; of what only grows the last entries, and more when they are asked for. */
export function CompanyTables({ part, file, seesPictures, seesOrders, onMore }: Props) {
  const grows = (name: GrowingPart) => ({
    onMore: file.more.includes(name) ? () => onMore(name) : undefined,
  });
  if (part === 'papers')
    return (
      <List
        title="资质"
        rows={file.papers}
        columns={seesPictures ? picturedPapers : papers}
        nameOf={(row) => row.kind_text}
      />
    );
  if (part === 'people')
    return (
      <>
        <List title="人员" rows={file.people} columns={people} nameOf={(row) => row.name} />
        <List
          title="登录中的设备"
          {...grows('sessions')}
          rows={file.sessions}
          columns={sessions}
          nameOf={(row) => row.device}
        />
      </>
    );
  if (part === 'orders') {
    const columns = seesOrders ? linkedOrders : orders;
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
        columns={ledger}
        nameOf={(row) => row.use_text}
      />
    );
  if (part === 'coupons')
    return (
      <List
        title="优惠券和现金券"
        {...grows('coupons')}
        rows={file.coupons}
        columns={coupons}
        nameOf={(row) => row.name}
      />
    );
  if (part === 'messages')
    return (
      <List
        title="消息"
        {...grows('messages')}
        rows={file.messages}
        columns={messages}
        nameOf={(row) => row.title}
      />
    );
  return (
    <List
      title="操作记录"
      {...grows('audit')}
      rows={file.audit}
      columns={audit}
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

const papers: Columns<'papers'> = [
  { id: 'kind', head: '资质', value: ({ kind_text: text }) => text, isTitle: true },
  { id: 'number', head: '编号', value: ({ number }) => number },
  { id: 'from', head: '有效期起', value: ({ valid_from: day }) => day },
  { id: 'to', head: '有效期至', value: ({ valid_to: day }) => (day === '' ? '长期' : day) },
  { id: 'state', head: '状态', value: ({ state_text: text }) => text },
];

const picturedPapers: Columns<'papers'> = [
  ...papers,
  {
    id: 'files',
    head: '图片',
    cell: ({ kind_text: kind, files }) => (
      <span className="inline-flex flex-wrap gap-2">
        {files.map(({ id, name, url, full_url: full, pdf_url: pdf, rotation }) => (
          <a
            key={id}
            href={pdf || full}
            target="_blank"
            rel="noopener"
            aria-label={`查看${kind}：${name}`}
            className="grid place-items-center w-64px h-64px overflow-hidden bg-card-dim border border-solid border-line rounded"
          >
            <img
              src={url}
              alt=""
              loading="lazy"
              className={`max-w-full max-h-full ${pictureTurns[rotation] ?? ''}`}
            />
          </a>
        ))}
      </span>
    ),
  },
];

const people: Columns<'people'> = [
  { id: 'name', head: '姓名', value: ({ name }) => name, isTitle: true },
  { id: 'login', head: '登录名', value: ({ login }) => login },
  { id: 'phone', head: '手机号', value: ({ phone }) => phone },
  { id: 'role', head: '角色', value: ({ role_text: text }) => text },
  {
    id: 'limit',
    head: '单笔限额',
    value: ({ order_limit: limit }) => limit ?? '不限',
    cell: ({ order_limit: limit }) => (limit === null ? '不限' : showYuan(limit)),
    isNumber: true,
  },
  { id: 'state', head: '状态', value: ({ is_disabled: is }) => (is === 1 ? '已停用' : '正常') },
];

const sessions: Columns<'sessions'> = [
  { id: 'device', head: '设备', value: ({ device }) => device, isTitle: true },
  { id: 'person', head: '人员', value: ({ person }) => person },
  { id: 'place', head: '地点', value: ({ place }) => place },
  { id: 'address', head: '网络地址', value: ({ address }) => address },
  { id: 'logged_in', head: '登录', value: ({ logged_in_at: at }) => momentText(at) },
  { id: 'seen', head: '最近使用', value: ({ seen_at: at }) => momentText(at) },
];

const orders: Columns<'orders'> = [
  { id: 'no', head: '订单号', value: ({ no }) => no, isTitle: true },
  { id: 'merchant', head: '商家', value: ({ merchant }) => merchant },
  { id: 'status', head: '状态', value: ({ status_text: text }) => text },
  {
    id: 'amount',
    head: '金额',
    value: ({ amount }) => amount,
    cell: ({ amount }) => showYuan(amount),
    isNumber: true,
  },
  { id: 'placed', head: '下单', value: ({ placed_at: at }) => momentText(at) },
];

const linkedOrders: Columns<'orders'> = [
  {
    id: 'no',
    head: '订单号',
    value: ({ no }) => no,
    cell: ({ no }) => (
      <a className="link num" href={path('/desk/orders/[no]', { no })}>
        {no}
      </a>
    ),
    isTitle: true,
  },
  ...orders.slice(1),
];

const ledger: Columns<'ledger'> = [
  { id: 'use', head: '类型', value: ({ use_text: text }) => text, isTitle: true },
  {
    id: 'amount',
    head: '金额',
    value: ({ amount }) => amount,
    cell: ({ amount }) => showYuan(amount),
    isNumber: true,
  },
  {
    id: 'balance',
    head: '余额',
    value: ({ balance }) => balance,
    cell: ({ balance }) => showYuan(balance),
    isNumber: true,
  },
  { id: 'note', head: '说明', value: ({ note }) => note },
  { id: 'at', head: '时间', value: ({ at }) => momentText(at) },
];

const coupons: Columns<'coupons'> = [
  { id: 'name', head: '名称', value: ({ name }) => name, isTitle: true },
  { id: 'kind', head: '种类', value: ({ kind_text: text }) => text },
  {
    id: 'value',
    head: '面额',
    value: ({ value }) => value,
    cell: ({ value, balance }) => (
      <>
        {showYuan(value)}
        {balance !== null && <span className="block text-note text-ink-2">剩{showYuan(balance)}</span>}
      </>
    ),
    isNumber: true,
  },
  {
    id: 'threshold',
    head: '门槛',
    value: ({ threshold }) => threshold,
    cell: ({ threshold }) => (threshold === '0.00' ? '无' : showYuan(threshold)),
    isNumber: true,
  },
  { id: 'status', head: '状态', value: ({ status_text: text }) => text },
  { id: 'to', head: '有效期至', value: ({ valid_to: at }) => dayText(at) },
  { id: 'remarks', head: '说明', value: ({ remarks }) => remarks },
  { id: 'given', head: '到账', value: ({ given_at: at }) => momentText(at) },
];

const messages: Columns<'messages'> = [
  { id: 'title', head: '标题', value: ({ title }) => title, isTitle: true },
  { id: 'body', head: '内容', value: ({ body }) => body },
  { id: 'read', head: '已读', value: ({ is_read: is }) => (is === 1 ? '是' : '否') },
  { id: 'at', head: '时间', value: ({ at }) => momentText(at) },
];

const audit: Columns<'audit'> = [
  { id: 'act', head: '操作', value: ({ act_text: text }) => text, isTitle: true },
  { id: 'who', head: '操作人', value: ({ who }) => who },
  { id: 'after', head: '变更后', value: ({ after }) => after },
  { id: 'at', head: '时间', value: ({ at }) => momentText(at) },
];
