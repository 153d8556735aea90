import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { DataTable } from '#islands/ui/table/DataTable.tsx';
import { lockLot } from '#lib/client/stores/desk/lots.ts';
import type { DeskLot } from '#lib/contract/lots.ts';
import { lotStates, type ReturnedAct, returnedActKeys, returnedActs } from '#lib/rules/orders/lots.ts';
import { CorrectDialog } from './CorrectDialog.tsx';
import { CountDialog } from './CountDialog.tsx';
import { DamageDialog } from './DamageDialog.tsx';
import { lotAddress } from './lot-address.ts';
import { MovesPanel } from './MovesPanel.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { RecallDialog } from './RecallDialog.tsx';
import { ReportPanel } from './ReportPanel.tsx';
import { ReturnedDialog } from './ReturnedDialog.tsx';

type Buyer = DeskLot['buyers'][number];
type Moved = DeskLot['moved'][number];
/** The dialog that is open. */
type Open = 'count' | 'damage' | 'correct' | 'lock' | 'unlock' | 'recall' | null;

interface Props {
  initial: DeskLot;
  /** The merchant's own people hand reports in. */
  mayUpload: boolean;
}

/** One lot: its stock, its movements, and all buyers of its pieces. */
export function LotPage({ initial, mayUpload }: Props) {
  const [lot, setLot] = useState(initial);
  const lacking = lot.moved.filter(({ lacks }) => lacks > 0).length;
  const [settling, setSettling] = useState<ReturnedAct | null>(null);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  /** A lot with another number has another address. */
  function follow(now: DeskLot) {
    setLot(now);
    history.replaceState(history.state, '', lotAddress(now));
  }
  const facts: [string, string][] = [
    ['商品', `${lot.name} ${lot.spec}`],
    ['厂家', lot.maker],
    ['商家', lot.merchant],
    ['生产日期', lot.produced_on],
    ['有效期至', `${lot.expires_on}（${lot.days_left < 0 ? '已过期' : `还有${lot.days_left}天`}）`],
    ['在库', `${lot.on_hand}${lot.unit}`],
    ['订单占用', `${lot.held}${lot.unit}`],
  ];
  if (lot.locked_at !== '')
    facts.push(['质量锁定', `${lot.locked_by_text}，${momentText(lot.locked_at)}，${lot.lock_reason}`]);
  if (lot.returned > 0) facts.push(['退货待处理', `${lot.returned}${lot.unit}，不在库存内`]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <section className="panel">
        <div className="panel-title flex-wrap">
          <h1 className="num">批号{lot.lot_no}</h1>
          <Tag kind={lot.is_closed === 1 || lot.state_text === lotStates.near ? 'warn' : 'soft'}>
            {lot.state_text}
          </Tag>
          <span className="no-print ml-auto flex flex-wrap gap-2">
            {lot.buyers.length + lot.moved.length > 0 && (
              <Button kind="plain" size="small" onClick={() => print()}>
                打印
              </Button>
            )}
            {mayUpload &&
              lot.returned > 0 &&
              returnedActKeys
                // A recalled or expired lot is not sold again.
                .filter((act) => lot.is_closed === 0 || !returnedActs[act].isSold)
                .map((act) => (
                  <Button key={act} kind="plain" size="small" onClick={() => setSettling(act)}>
                    退货{returnedActs[act].text}
                  </Button>
                ))}
            {actsOf(lot).map(({ act, text }) => (
              <Button key={act} kind="plain" size="small" onClick={() => setOpen(act)}>
                {text}
              </Button>
            ))}
          </span>
        </div>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 m-0 px-3 md:px-4 py-3 text-small [&>dt]:text-ink-2 [&>dd]:m-0">
          {facts.flatMap(([name, text]) => [
            <dt key={name}>{name}</dt>,
            <dd key={`${name} text`} className="num">
              {text}
            </dd>,
          ])}
          {lot.recalled_at !== '' && (
            <>
              <dt>召回</dt>
              <dd className="text-price">
                <span className="num">{momentText(lot.recalled_at)}</span>，{lot.recall_reason}
              </dd>
            </>
          )}
        </dl>
      </section>
      <ReportPanel lot={lot} mayUpload={mayUpload} onDone={setLot} />
      <section className="panel">
        <div className="panel-title">
          <h2>收到这个批次的买家</h2>
          <span className="text-small text-ink-2 font-400 num">
            {lot.buyers.length}个订单
            {lot.recalled_at !== '' && lot.buyers.length > 0 && `，${recallSum(lot)}`}
          </span>
        </div>
        <DataTable
          label="收到这个批次的买家"
          columns={lot.recalled_at === '' ? buyerColumns : [...buyerColumns, ...recallColumns]}
          rows={lot.buyers}
          idOf={({ order_no: no }) => no}
          nameOf={({ company }) => company}
          csvName={`批号${lot.lot_no}买家`}
          empty={<Empty icon="i-lucide-building-2" title="还没有买家收到过这个批次" />}
        />
      </section>
      {lot.moved.length > 0 && (
        <section className="panel">
          <div className="panel-title">
            <h2>召回时还没发出的订单</h2>
            <span className="text-small text-ink-2 font-400 num">
              {lot.moved.length}个订单{lacking > 0 && `，${lacking}个还缺货`}
            </span>
          </div>
          <DataTable
            label="召回时还没发出的订单"
            columns={movedColumns}
            rows={lot.moved}
            idOf={({ order_no: no }) => no}
            nameOf={({ company }) => company}
            csvName={`批号${lot.lot_no}召回时未发订单`}
            empty={null}
          />
        </section>
      )}
      <MovesPanel lot={lot} onDone={setLot} />
      {settling !== null && (
        <ReturnedDialog lot={lot} act={settling} onClose={() => setSettling(null)} onDone={setLot} />
      )}
      {open === 'recall' && <RecallDialog lot={lot} onClose={close} onDone={setLot} />}
      {open === 'count' && <CountDialog lot={lot} onClose={close} onDone={setLot} />}
      {open === 'damage' && <DamageDialog lot={lot} onClose={close} onDone={setLot} />}
      {open === 'correct' && <CorrectDialog lot={lot} onClose={close} onDone={follow} />}
      {(open === 'lock' || open === 'unlock') && (
        <ReasonDialog
          {...lockWords[open]}
          title={`${lockWords[open].button}：批号${lot.lot_no}`}
          act={(reason) =>
            lockLot({ goods: lot.goods_id, lot_no: lot.lot_no, reason, locks: open === 'lock' ? 1 : 0 })
          }
          onClose={close}
          onDone={setLot}
        />
      )}
    </div>
  );
}

/** The possible acts on a lot in its state, in the order of the buttons. */
function actsOf(lot: DeskLot): { act: Exclude<Open, null>; text: string }[] {
  const acts = [
    { act: 'count', text: '盘点', may: true },
    { act: 'damage', text: '报损', may: lot.on_hand > 0 },
    { act: 'correct', text: '更正批号或日期', may: lot.may_correct === 1 },
    { act: 'lock', text: '质量锁定', may: lot.may_lock === 1 },
    { act: 'unlock', text: '解除锁定', may: lot.may_unlock === 1 },
    { act: 'recall', text: '召回', may: lot.may_recall === 1 },
  ] as const;
  return acts.filter(({ may }) => may);
}

const lockWords = {
  lock: {
    button: '质量锁定',
    note: '锁定后这个批次不再销售和发货，货仍在库；占用它的订单改用其他批次，不够的在订单里显示质量待处理。',
    done: '批次已锁定',
  },
  unlock: {
    button: '解除锁定',
    note: '解除后这个批次恢复销售和发货。请写明质量结论。',
    done: '批次已解除锁定',
  },
};

/** The progress of a recall: notified buyers, and returned pieces. */
function recallSum({ buyers, unit }: DeskLot): string {
  const unread = buyers.filter(({ read_at: at }) => at === '').length;
  const sum = (of: (buyer: Buyer) => number) => buyers.reduce((all, buyer) => all + of(buyer), 0);
  const back = `已退回${sum(({ returned }) => returned)}/${sum(({ pieces }) => pieces)}${unit}`;
  return `${unread === 0 ? '都已读通知' : `${unread}个未读通知`}，${back}`;
}

const buyerColumns: readonly TableColumn<Buyer>[] = [
  { id: 'company', head: '采购企业', value: ({ company }) => company, isTitle: true },
  { id: 'no', head: '订单号', value: ({ order_no: no }) => no },
  { id: 'pieces', head: '数量', value: ({ pieces }) => pieces, isNumber: true },
  { id: 'unit', head: '单位', value: ({ unit }) => unit },
  { id: 'at', head: '发货时间', value: ({ shipped_at: at }) => momentText(at) },
  { id: 'receiver', head: '收货人', value: ({ receiver }) => receiver },
  { id: 'phone', head: '电话', value: ({ phone }) => phone },
];

/** For a recall: notified companies, and returned pieces. */
const recallColumns: readonly TableColumn<Buyer>[] = [
  {
    id: 'told',
    head: '已通知',
    value: ({ told_at: at }) => (at === '' ? '未通知' : momentText(at)),
  },
  {
    id: 'read',
    head: '已读',
    value: ({ read_at: at }) => (at === '' ? '未读' : momentText(at)),
  },
  { id: 'returned', head: '已退回', value: ({ returned }) => returned, isNumber: true },
];

const movedColumns: readonly TableColumn<Moved>[] = [
  { id: 'company', head: '采购企业', value: ({ company }) => company, isTitle: true },
  { id: 'no', head: '订单号', value: ({ order_no: no }) => no },
  { id: 'pieces', head: '原占用', value: ({ pieces }) => pieces, isNumber: true },
  { id: 'unit', head: '单位', value: ({ unit }) => unit },
  { id: 'lacks', head: '还缺', value: ({ lacks }) => lacks, isNumber: true },
];
