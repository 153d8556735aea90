import { useEffect, useState } from 'react';
import { LoginLink } from '#islands/buy/LoginLink.tsx';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { dayText } from '#islands/ui/moments.ts';
import { loadCashbacks } from '#lib/client/stores/activities/activities.ts';
import type { Cashbacks, CashbackWire } from '#lib/contract/activities.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { StockBar } from './StockBar.tsx';

/** `waiting` also for visitors, who are answered nothing. */
type Phase = 'waiting' | 'answered' | 'failed';

interface Props {
  /** As the public sees it: without amounts. */
  initial: Cashbacks;
}

/** The cashback tiers and this company's progress: its ticked cart, pending and credited amounts. */
export function CashbackBoard({ initial }: Props) {
  const [answer, setAnswer] = useState<Cashbacks | null>(null);
  const [phase, setPhase] = useState<Phase>('waiting');
  const board = answer ?? initial;
  useEffect(() => {
    let isGone = false;
    loadCashbacks().then(
      (found) => {
        if (!found || isGone) return;
        setAnswer(found);
        setPhase('answered');
      },
      () => setPhase('failed'),
    );
    return () => {
      isGone = true;
    };
  }, []);
  if (board.list.length === 0)
    return (
      <div className="panel">
        <Empty icon="i-lucide-wallet" title="现在没有满额返现" text="新的返现活动会在这里公布">
          <a className={buttonClass()} href={path('/list')}>
            先去选购药品
          </a>
        </Empty>
      </div>
    );
  return (
    <div className="grid gap-3">
      {/* The room of what is on its way: nothing jumps when it comes. */}
      {phase === 'waiting' && (
        <div className="panel h-76px buyer-only [[data-unpriced]_&]:hidden" aria-hidden="true" />
      )}
      {board.waiting_amount !== undefined && (
        <dl className="panel grid grid-cols-2 px-4 py-3 gap-4">
          <Sum name="待返现（售后期结束后到账）" yuan={board.waiting_amount} />
          <Sum name="已返到余额" yuan={board.credited_amount ?? '0.00'} />
        </dl>
      )}
      {board.list.map((one) => (
        <Cashback key={one.id} cashback={one} phase={phase} />
      ))}
    </div>
  );
}

function Sum({ name, yuan }: { name: string; yuan: string }) {
  return (
    <div>
      <dt className="text-small text-ink-2">{name}</dt>
      <dd className="text-large font-600 num text-price">¥{showYuan(yuan)}</dd>
    </div>
  );
}

function Cashback({ cashback, phase }: { cashback: CashbackWire; phase: Phase }) {
  const { name, merchant, is_for_all, remarks, start_time, end_time, tiers } = cashback;
  const day = (moment: number) => dayText(new Date(moment).toISOString());
  return (
    <section className="panel" aria-labelledby={`cashback-${cashback.id}`}>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 border-b border-b-solid border-line">
        <h2 id={`cashback-${cashback.id}`} title={name} className="w-full text-title font-600 truncate">
          {name}
        </h2>
        <span className="tag-promo">{merchant?.remarks ?? '全平台'}</span>
        <span className="tag-soft">{is_for_all === 1 ? '全部商品参加' : '指定商品参加'}</span>
        <span className="text-small text-ink-2">{remarks}</span>
        <span className="ml-auto text-note text-ink-2 num">
          {day(start_time)} 至 {day(end_time)}
        </span>
      </header>
      <div className="p-4">
        {tiers === undefined ? <Closed phase={phase} /> : <Tiers cashback={cashback} />}
      </div>
    </section>
  );
}

/** Tiers show amounts, which are for buyers who may see prices. */
function Closed({ phase }: { phase: Phase }) {
  const note = <p className="text-small text-ink-2">返现档位仅对通过资质认证的采购单位开放</p>;
  if (phase === 'failed')
    return (
      <div className="grid content-center justify-items-center gap-3 min-h-198px text-center">
        <p className="text-ink-2">返现档位加载失败</p>
        <Button kind="ghost" onClick={() => location.reload()}>
          刷新页面
        </Button>
      </div>
    );
  if (phase === 'answered')
    return (
      <div className="grid content-center justify-items-center gap-3 min-h-198px text-center">
        <p className="text-head font-600 text-promo-ink">当前账号暂不能查看返现档位</p>
        {note}
      </div>
    );
  return (
    <>
      <div className="h-400px sm:h-198px buyer-only [[data-unpriced]_&]:h-198px" aria-hidden="true" />
      <div className="grid content-center justify-items-center gap-3 min-h-198px text-center visitor-only">
        <p className="text-head font-600 text-promo-ink">登录后可见返现档位</p>
        {note}
        <LoginLink className="btn-ghost" text="登录查看" />
      </div>
    </>
  );
}

function Tiers({ cashback }: { cashback: CashbackWire }) {
  const { tiers = [], paid_amount, cashback_amount, next_text, percent } = cashback;
  return (
    <div className="grid gap-4">
      <ol className="grid gap-2 sm:grid-cols-3">
        {tiers.map((tier) => (
          <li
            key={tier.amount}
            className={`grid gap-0.5 px-4 py-3 rounded border border-solid ${tier.is_reached === 1 ? 'border-promo-ink bg-promo-wash' : 'border-line'}`}
          >
            <span className="text-small text-ink-2 num">实付满 ¥{showYuan(tier.amount)}</span>
            <b className="text-section num text-price">返 ¥{showYuan(tier.cashback_amount)}</b>
            <span className={`text-note ${tier.is_reached === 1 ? 'text-promo-ink' : 'text-ink-2'}`}>
              {tier.is_reached === 1 ? '购物车已达到' : '未达到'}
            </span>
          </li>
        ))}
      </ol>
      <div className="grid gap-2">
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-body num">
          <span>
            购物车选中商品实付 <b>¥{showYuan(paid_amount ?? '')}</b>
          </span>
          <span>
            现可返 <b className="text-price">¥{showYuan(cashback_amount ?? '')}</b>
          </span>
        </p>
        <StockBar percent={percent} label="距下一档进度" text={next_text ?? '已达最高档'} />
      </div>
      <div className="flex flex-wrap gap-3">
        <a className={buttonClass()} href={path('/cart')}>
          去购物车结算
        </a>
        <a className={buttonClass('ghost')} href={path('/list')}>
          继续选购
        </a>
      </div>
    </div>
  );
}
