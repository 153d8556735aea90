import { useStore } from '@nanostores/react';
import { type ComponentType, lazy, Suspense, useLayoutEffect } from 'react';
import { isProbablyLoggedIn } from '#lib/client/hint.ts';
import { $offers, $offersPhase, loadOffers } from '#lib/client/stores/goods/offers.ts';
import { lineTypes } from '#lib/contract/numbers.ts';
import type { Offer } from '#lib/contract/offers/calls.ts';
import type { BuyerFaceProps } from './BuyerFace.tsx';
import { GoodsTools } from './GoodsTools.tsx';
import type { AddType } from './use-add.ts';
import { VisitorFace } from './VisitorFace.tsx';
import { faceClasses, type View } from './views.ts';

/** Code for buying is loaded for buyers only: in parallel to the prices, not after them. */
async function loadFace(): Promise<{ default: ComponentType<BuyerFaceProps> }> {
  try {
    return { default: (await import('./BuyerFace.tsx')).BuyerFace };
  } catch {
    return { default: Unloaded };
  }
}
const early = typeof document !== 'undefined' && isProbablyLoggedIn() ? loadFace() : null;
const BuyerFace = lazy(() => early ?? loadFace());

/** The connection broke while the page was loading. */
function Unloaded({ view }: BuyerFaceProps) {
  return (
    <div className={faceClasses[view].root}>
      <p className={faceClasses[view].note}>加载失败</p>
      <button type="button" className="btn-ghost h-tool" onClick={() => location.reload()}>
        刷新页面
      </button>
    </div>
  );
}

interface Props {
  /** The item; everything else comes with the buyer's offers. */
  id: number;
  view?: View;
  /** The type of line that the button adds. */
  type?: AddType;
}

/**
 * Price, quantity and button of one item, or their replacement for a buyer who may not buy it, with the star. Rendered
 * for visitors on the server; all faces have the same size, so that nothing jumps.
 */
export function BuyRow({ id, view = 'card', type = lineTypes.normal }: Props) {
  const offer = useStore($offers, { keys: [String(id)], ssr: 'initial' })[id];
  const face = <BuyFace id={id} offer={offer} view={view} type={type} />;
  const tools = <GoodsTools id={id} offer={offer} view={view} />;
  // No box of its own on a card: its face is at the bottom of the card's column, and only an element with a box is
  // observed for visibility.
  if (view === 'card')
    return (
      <>
        {face}
        {tools}
      </>
    );
  return (
    <div className={view === 'row' ? 'flex items-center gap-1' : undefined}>
      {view === 'row' ? <div className="flex-1 min-w-0">{face}</div> : face}
      {tools}
    </div>
  );
}

// Before hydration it looks the same for every item (server/fast/pages/cached-islands.ts).
BuyRow.isStill = true;
BuyRow.hidesId = true;

function BuyFace({ id, offer, view, type }: Required<Props> & { offer: Offer | null | undefined }) {
  const phase = useStore($offersPhase, { ssr: 'initial' });
  const face = faceClasses[view];
  if (offer)
    return (
      <Suspense fallback={<Waiting view={view} />}>
        <BuyerFace offer={offer} view={view} type={type} Row={BuyRow} />
        <Early id={id} />
      </Suspense>
    );
  if (offer === null)
    return (
      <>
        <p className={`${face.root} text-ink-3`}>商品已下架</p>
        <Early id={id} />
      </>
    );
  if (phase === 'failed') {
    return (
      <div className={face.root}>
        <p className={face.note}>价格加载失败</p>
        <div className={face.controls}>
          <button type="button" className={face.button} onClick={() => void loadOffers([id])}>
            重新加载
          </button>
        </div>
        <Early id={id} />
      </div>
    );
  }
  if (phase === 'visitor') return <VisitorFace view={view} />;
  return <Waiting view={view} />;
}

/** Removes the early placeholder of the face that it belongs to (goods/early-offers). */
function Early({ id }: { id: number }) {
  useLayoutEffect(() => {
    for (const early of document.querySelectorAll(`[data-early="${id}"]`)) early.remove();
  }, [id]);
  return null;
}

/** Prices are loading. */
function Waiting({ view }: { view: View }) {
  const face = faceClasses[view];
  return (
    <div className={face.root} data-waiting aria-hidden="true">
      <span className="h-20px w-88px rounded bg-card-dim" />
      <span className={`${face.controls} h-tool rounded bg-card-dim`} />
    </div>
  );
}
