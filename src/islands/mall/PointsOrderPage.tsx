import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useNews } from '#islands/shell/use-news.ts';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import { useKeptFocus } from '#islands/ui/use-kept-focus.ts';
import { cancelPointsOrder, loadPointsOrder, receivePointsOrder } from '#lib/client/stores/mall.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { PointsOrderDetail } from '#lib/contract/points-orders.ts';
import { path } from '#lib/contract/routes.ts';
import { countText } from '#lib/rules/points/units.ts';
import { regionText } from '#lib/rules/text/address-text.ts';
import { hintOf, stateTags } from './order-words.ts';
import { PointsCases } from './PointsCases.tsx';
import { PointsParcels } from './PointsParcels.tsx';
import { costText } from './words.ts';

// Each is loaded by the press that needs it.
const PrizeAddress = lazy(() =>
  import('./PrizeAddress.tsx').then((file) => ({ default: file.PrizeAddress })),
);
const CaseDialog = lazy(() => import('./CaseDialog.tsx').then((file) => ({ default: file.CaseDialog })));

type Verb = PointsOrderDetail['actions'][number];

/** One points order: its state and what can be done, where it is, what was asked about it. */
export function PointsOrderPage({ initial }: { initial: PointsOrderDetail }) {
  const [order, setOrder] = useState(initial);
  const [dialog, setDialog] = useState<Verb | null>(null);
  const [busy, setBusy] = useState<Verb | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const [done, setDone] = useState(0);
  // The pressed button is gone, and before its dialog is, nothing behind it takes the focus.
  useEffect(() => {
    if (done > 0) title.current?.focus();
  }, [done]);
  const buttons = useKeptFocus<HTMLDivElement>(busy !== null || dialog !== null);
  const { no } = initial;

  const reload = useCallback(() => {
    loadPointsOrder(no).then(setOrder, () => undefined);
  }, [no]);
  useNews('order', reload);

  function changed(now: PointsOrderDetail, text: string) {
    setDialog(null);
    setOrder(now);
    setDone((times) => times + 1);
    showToast('success', text);
  }

  async function run(verb: 'cancel' | 'receive') {
    const { question, work, text } = verb === 'cancel' ? cancelling(order) : receiving;
    if (!(await ask(question))) return;
    setBusy(verb);
    try {
      changed(await work(no), text);
    } catch (error) {
      react(error);
      // It moved meanwhile.
      reload();
    }
    setBusy(null);
  }

  const { actions } = order;
  const may = (verb: Verb) => actions.includes(verb);
  const hint = hintOf(order);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <section className="panel">
        <h1 ref={title} tabIndex={-1} className="panel-title flex-wrap outline-none">
          积分订单 <span className="text-small font-400 text-ink-2 num break-all">{no}</span>
          <a className="link ml-auto text-small font-400" href={path('/order/jfdd')}>
            全部积分订单
          </a>
        </h1>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3 border-b border-b-solid border-line">
          <p className="flex flex-wrap items-center gap-2 min-w-0" aria-live="polite">
            <Tag kind={stateTags[order.status]}>{order.status_text}</Tag>
            <span className={`text-small num ${hint.isMine ? 'text-promo-ink font-600' : 'text-ink-2'}`}>
              {hint.text}
            </span>
          </p>
          <div ref={buttons} tabIndex={-1} className="flex flex-wrap gap-2 ml-auto outline-none">
            {may('aftersale') && (
              <Button kind="plain" onClick={() => setDialog('aftersale')}>
                破损售后
              </Button>
            )}
            {may('cancel') && (
              <Button kind="plain" busy={busy === 'cancel'} onClick={() => void run('cancel')}>
                取消兑换
              </Button>
            )}
            {may('receive') && (
              <Button busy={busy === 'receive'} onClick={() => void run('receive')}>
                确认收货
              </Button>
            )}
            {may('address') && <Button onClick={() => setDialog('address')}>填写收货地址</Button>}
            {order.kind !== 'thing' && <Found kind={order.kind} wheelId={order.wheel_id} />}
          </div>
        </div>
        <div className="flex gap-4 px-4 py-3">
          <img
            src={order.image}
            alt=""
            width="72"
            height="72"
            className="flex-none w-72px h-72px rounded bg-card-dim object-contain"
          />
          <p className="min-w-0">
            <a
              className="font-600 hover:text-primary break-words"
              href={path('/jfsc/[id]', { id: order.goods_id })}
            >
              {order.name}
            </a>{' '}
            <span className="num text-ink-2">{countText(order.kind, order.quantity)}</span>
            <span className="block mt-1 num">{order.is_prize === 1 ? '抽奖所得' : costText(order)}</span>
          </p>
        </div>
        <Facts order={order} />
      </section>
      {order.parcels.length > 0 && <PointsParcels parcels={order.parcels} />}
      {order.cases.length > 0 && <PointsCases cases={order.cases} />}
      <Suspense fallback={null}>
        {dialog === 'address' && (
          <PrizeAddress
            no={no}
            onClose={() => setDialog(null)}
            onDone={(now) => changed(now, '收货地址已填写，等待发货')}
          />
        )}
        {dialog === 'aftersale' && (
          <CaseDialog
            no={no}
            onClose={() => setDialog(null)}
            onDone={(now) => changed(now, '已提交，平台会尽快处理')}
          />
        )}
      </Suspense>
    </div>
  );
}

const receiving = {
  question: {
    title: '确认收货',
    text: '请确认东西已收到。有破损可以先申请售后，也可以在确认收货后7天内申请。',
    confirm: '确认收货',
    cancel: '再看看',
  },
  work: receivePointsOrder,
  text: '已确认收货',
};

function cancelling(order: PointsOrderDetail) {
  return {
    question: {
      title: '取消兑换',
      text: `取消后，${costText(order)}原路退回企业。`,
      confirm: '取消兑换',
      cancel: '再想想',
    },
    work: cancelPointsOrder,
    text: '已取消，积分已退回企业',
  };
}

interface FoundProps {
  kind: Exclude<PointsOrderDetail['kind'], 'thing'>;
  /** 0: of another kind than a chance. */
  wheelId: number;
}

/** Where what came at once is found. */
function Found({ kind, wheelId }: FoundProps) {
  const { text, href } = {
    coupon: { text: '查看优惠券', href: path('/wdqb/yhq') },
    voucher: { text: '查看现金券', href: path('/wdqb/xjq') },
    chance: { text: '去抽奖', href: path('/zpcj', undefined, { id: wheelId || undefined }) },
  }[kind];
  return (
    <a className={buttonClass('ghost')} href={href}>
      {text}
    </a>
  );
}

function Facts({ order }: { order: PointsOrderDetail }) {
  const { address } = order;
  const rows = [
    ['下单时间', momentText(order.created_at)],
    ['发货时间', order.shipped_at && momentText(order.shipped_at)],
    ['完成时间', order.completed_at && momentText(order.completed_at)],
    ['取消时间', order.cancelled_at && momentText(order.cancelled_at)],
    ['收货地址', address && `${address.receiver} ${address.phone} ${regionText(address)} ${address.detail}`],
  ] as const;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 px-4 pb-4 text-small">
      {rows.map(
        ([name, value]) =>
          value !== null && (
            <div key={name} className="contents">
              <dt className="text-ink-2 whitespace-nowrap">{name}</dt>
              <dd className="num break-words min-w-0">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
