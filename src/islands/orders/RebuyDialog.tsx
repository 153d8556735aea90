import { useId, useState } from 'react';
import { SaveTemplateDialog } from '#islands/quick-order/SaveTemplateDialog.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Empty, Failed, Loading } from '#islands/ui/Faces.tsx';
import { Tabs, tabPanel } from '#islands/ui/Tabs.tsx';
import { Tick } from '#islands/ui/Tick.tsx';
import { loadRebuy } from '#lib/client/stores/orders/orders.ts';
import type { RebuyPreview, RebuyScope, RebuySet } from '#lib/contract/orders/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { RebuyRows } from './RebuyRows.tsx';
import { type Rebuy, useRebuy } from './use-rebuy.ts';

interface Props {
  /** The order that is bought again. */
  no: string;
  /** The initial scope. */
  scope?: RebuyScope;
  onClose: () => void;
}

/** 再来一单: what is different since then, and only then into the cart; the order, its trade or its day. */
export function RebuyDialog({ no, scope: first = 'order', onClose }: Props) {
  const [scope, setScope] = useState<RebuyScope>(first);
  const rebuy = useRebuy(`${no}:${scope}`, () => loadRebuy(no, scope), onClose);
  const { shown, last, failure } = rebuy;
  const panelId = useId();
  const [isSaving, setSaving] = useState(false);
  const tabs = last === null ? [] : tabsOf(last);
  return (
    <Dialog
      title="再来一单"
      width="wide"
      open
      onClose={onClose}
      footer={
        shown !== null && (
          <>
            <Button
              kind="text"
              className="mr-auto"
              disabled={rebuy.wanted.length === 0}
              onClick={() => setSaving(true)}
            >
              存为模板
            </Button>
            <Button kind="plain" onClick={onClose}>
              取消
            </Button>
            <Button busy={rebuy.isBusy} disabled={rebuy.count === 0} onClick={() => void rebuy.add()}>
              加入购物车（{rebuy.count}）
            </Button>
          </>
        )
      }
    >
      {isSaving && <SaveTemplateDialog lines={rebuy.wanted} onClose={() => setSaving(false)} />}
      {tabs.length > 1 && (
        <div className="-mx-4 mb-3">
          <Tabs label="再买的范围" items={tabs} current={scope} panelId={panelId} onSelect={setScope} />
        </div>
      )}
      <div {...(tabs.length > 1 && tabPanel(panelId, scope))}>
        {failure !== null ? (
          <Failed text={failure} onRetry={rebuy.retry} />
        ) : shown === null ? (
          <Loading text="正在核对现在的价格和库存…" rows={4} />
        ) : shown.rows.length + shown.sets.length === 0 ? (
          <Empty title="没有可以再买的商品" />
        ) : (
          <RebuyRows rebuy={rebuy}>
            <RebuySets sets={shown.sets} rebuy={rebuy} />
          </RebuyRows>
        )}
      </div>
    </Dialog>
  );
}

/** A scope without more orders than the one before is not offered. */
function tabsOf({ orders, day }: RebuyPreview): { id: RebuyScope; text: string }[] {
  const [, month, date] = day.split('-').map(Number);
  return [
    { id: 'order', text: '本订单' },
    ...(orders.trade > 1 ? [{ id: 'trade' as const, text: `同次付款的${orders.trade}个订单` }] : []),
    ...(orders.day > orders.trade && orders.day > 1
      ? [{ id: 'day' as const, text: `${month}月${date}日全天${orders.day}个订单` }]
      : []),
  ];
}

/** Combinations that are sold still, bought again as they were. */
function RebuySets({ sets, rebuy }: { sets: readonly RebuySet[]; rebuy: Rebuy }) {
  return sets.map(({ activity_id, name, number, price_now, parts }) => (
    <li
      key={`set-${activity_id}`}
      aria-label={name}
      className="grid grid-cols-[20px_minmax(0,1fr)_auto] gap-x-3 items-center px-3 py-2.5 border-t border-t-solid border-line first:border-t-0"
    >
      <Tick
        label={`选中${name}`}
        isOn={rebuy.chosenSets.has(activity_id)}
        isDisabled={false}
        onChange={(isOn) => rebuy.chooseSet(activity_id, isOn)}
      />
      <div className="min-w-0">
        <p className="font-600">{name}</p>
        <p className="text-note text-ink-2">组合购：{parts.join('＋')}</p>
      </div>
      <p className="text-note num">
        现在 <b className="text-body text-price">¥{showYuan(price_now ?? '')}</b> × {number}套
      </p>
    </li>
  ));
}
