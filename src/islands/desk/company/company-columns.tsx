import { pictureTurns } from '#islands/papers/FileThumb.tsx';
import { dayText, momentText } from '#islands/ui/moments.ts';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import type { CompanyFile } from '#lib/contract/companies/file-schema.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';

type RowOf<Key extends keyof CompanyFile> = CompanyFile[Key] extends readonly (infer Row)[] ? Row : never;
type Columns<Key extends keyof CompanyFile> = readonly TableColumn<RowOf<Key>>[];

export const papers: Columns<'papers'> = [
  { id: 'kind', head: '资质', value: ({ kind_text: text }) => text, isTitle: true },
  { id: 'number', head: '编号', value: ({ number }) => number },
  { id: 'from', head: '有效期起', value: ({ valid_from: day }) => day },
  { id: 'to', head: '有效期至', value: ({ valid_to: day }) => (day === '' ? '长期' : day) },
  { id: 'state', head: '状态', value: ({ state_text: text }) => text },
];

export const picturedPapers: Columns<'papers'> = [
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

export const people: Columns<'people'> = [
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

export const sessions: Columns<'sessions'> = [
  { id: 'device', head: '设备', value: ({ device }) => device, isTitle: true },
  { id: 'person', head: '人员', value: ({ person }) => person },
  { id: 'place', head: '地点', value: ({ place }) => place },
  { id: 'address', head: '网络地址', value: ({ address }) => address },
  { id: 'logged_in', head: '登录', value: ({ logged_in_at: at }) => momentText(at) },
  { id: 'seen', head: '最近使用', value: ({ seen_at: at }) => momentText(at) },
];

export const orders: Columns<'orders'> = [
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

export const linkedOrders: Columns<'orders'> = [
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

export const ledger: Columns<'ledger'> = [
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

export const coupons: Columns<'coupons'> = [
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

export const messages: Columns<'messages'> = [
  { id: 'title', head: '标题', value: ({ title }) => title, isTitle: true },
  { id: 'body', head: '内容', value: ({ body }) => body },
  { id: 'read', head: '已读', value: ({ is_read: is }) => (is === 1 ? '是' : '否') },
  { id: 'at', head: '时间', value: ({ at }) => momentText(at) },
];

export const audit: Columns<'audit'> = [
  { id: 'act', head: '操作', value: ({ act_text: text }) => text, isTitle: true },
  { id: 'who', head: '操作人', value: ({ who }) => who },
  { id: 'after', head: '内容', value: ({ after }) => after },
  { id: 'at', head: '时间', value: ({ at }) => momentText(at) },
];
