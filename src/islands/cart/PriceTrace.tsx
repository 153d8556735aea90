import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useRef } from 'react';
import { freightWords } from '#islands/trace/freight-words.ts';
import { PriceSteps } from '#islands/trace/PriceSteps.tsx';
import { $cart } from '#lib/client/stores/cart/cart.ts';
import { viewCart } from '#lib/client/stores/cart/cart-view.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { nextSteps } from '#lib/rules/promotions/next-steps.ts';
import type { NetOfLine } from '#lib/rules/quote/net-lines.ts';
import type { QuotedLine } from '#lib/rules/terms/quote-shape.ts';

/** The explained line, and its button. */
const $explained = atom<(Explained & { button: HTMLElement }) | null>(null);

interface Explained {
  quoted: QuotedLine;
  name: string;
  /** Price of a piece including freight; undefined where the line does not count. */
  net?: NetOfLine | undefined;
  unit: string;
}

/** 到手单价 of a line, which opens the explanation of its price. Every line has one, the panel is shared. */
export function TraceButton({ quoted, name, net, unit }: Explained) {
  const shown = net && `到手 ¥${showYuan(net.price)}`;
  return (
    <button
      type="button"
      className="block lg:ml-auto p-0 border-0 bg-transparent text-note text-info num whitespace-nowrap hover:underline"
      aria-haspopup="dialog"
      aria-label={[`${name}为什么是这个价`, shown].filter(Boolean).join('，')}
      title="为什么是这个价"
      onClick={(event) => $explained.set({ quoted, name, net, unit, button: event.currentTarget })}
    >
      {shown ?? '为什么是这个价'}
    </button>
  );
}

/** Every step from the list price to what the line pays (rules 4, priceTrace). */
export function PriceTrace() {
  const explained = useStore($explained);
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = panel.current;
    if (!element || !explained) return;
    element.showPopover();
    place(element, explained.button);
    element.focus();
  }, [explained]);

  return (
    <div
      ref={panel}
      popover="auto"
      role="dialog"
      tabIndex={-1}
      aria-label="为什么是这个价"
      className="fixed m-0 p-0 border-0 w-[min(380px,calc(100vw-24px))] rounded-panel bg-card text-ink shadow-float focus:outline-none"
      onToggle={(event) => {
        if (event.newState === 'closed') {
          explained?.button.focus();
          $explained.set(null);
        }
      }}
    >
      {explained && <Steps {...explained} />}
    </div>
  );
}

/** Below the button where there is room, else above it; never beyond the edge. */
function place(panel: HTMLElement, button: HTMLElement): void {
  const near = button.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const isBelow = near.bottom + 8 + height < window.innerHeight;
  const left = Math.max(12, Math.min(near.right - width, window.innerWidth - width - 12));
  panel.style.left = `${left}px`;
  panel.style.top = `${Math.max(12, isBelow ? near.bottom + 8 : near.top - height - 8)}px`;
}

function Steps({ quoted, name, net, unit }: Explained) {
  const state = $cart.get();
  const view = state && viewCart(state);
  const next = view ? nextSteps(view.quote, quoted, view.terms.get(quoted.goodsId ?? 0) ?? null) : [];
  return (
    <div className="grid gap-2 p-4">
      <p className="font-600 text-body">{name}</p>
      <PriceSteps quoted={quoted} next={next} sum="本商品实付（不含运费）" />
      {net && (
        <p className="flex justify-between gap-4 text-small num">
          <span className="text-ink-2">
            到手每{unit}（{freightWords(net)}）
          </span>
          <b className="font-600">¥{showYuan(net.price)}</b>
        </p>
      )}
    </div>
  );
}
