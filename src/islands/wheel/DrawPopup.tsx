import { useEffect, useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { pressedKey } from '#islands/ui/pressed-key.ts';
import { useKeptFocus } from '#islands/ui/use-kept-focus.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { loadWheel } from '#lib/client/stores/wheel.ts';
import { lotteryFade } from '#lib/contract/constants.ts';
import { path } from '#lib/contract/routes.ts';
import type { WheelOutput } from '#lib/contract/wheel.ts';
import { drawnText, useDraw } from './use-draw.ts';
import { WheelFace } from './WheelFace.tsx';

/**
 * The popup at the bottom for a company with a chance that is left: one draw, without leaving the page. Nobody asked for
 * it: on a phone, where it would cover the goods, it is a badge until it is pressed.
 */
export function DrawPopup({ wheel }: { wheel: Pick<WheelOutput, 'id' | 'name' | 'prizes' | 'mine'> }) {
  const [chances, setChances] = useState(wheel.mine?.chances ?? 0);
  /** Why no further draw is possible, e.g. because the wheel was paused. */
  const [reason, setReason] = useState('');
  const [isClosing, setClosing] = useState(false);
  const [isGone, setGone] = useState(false);
  const [isTold, setTold] = useState(false);
  /** Whether the badge of a phone was pressed; wider windows show the wheel at once. */
  const [isUnfolded, setUnfolded] = useState(false);
  useEffect(() => setTold(true), []);
  const element = useRef<HTMLElement>(null);
  const draw = useDraw(wheel, {
    onDrawn: (drawn) => setChances(drawn.chances),
    onRefused: () =>
      void loadWheel(wheel.id).then(
        (now) => {
          setChances(now?.mine?.chances ?? 0);
          setReason(now?.mine?.reason ?? '');
        },
        () => undefined,
      ),
  });
  const { drawn, isRunning, isUnanswered } = draw;
  const place = useKeptFocus<HTMLDivElement>(isRunning);
  const isRunningNow = useRef(isRunning);
  isRunningNow.current = isRunning;

  // The badge, which had the focus, is gone.
  useEffect(() => {
    if (isUnfolded) place.current?.focus();
  }, [isUnfolded, place]);

  useEffect(() => {
    if (!isClosing) return;
    const fade = element.current?.animate([{ opacity: 1 }, { opacity: 0 }], {
      duration: lotteryFade,
      fill: 'forwards',
    });
    void fade?.finished.then(
      () => setGone(true),
      () => setGone(true),
    );
  }, [isClosing]);

  async function close() {
    if (
      isRunningNow.current &&
      !(await ask({
        title: '正在抽奖',
        text: '抽奖正在进行。如果没有出现结果，可以在个人中心的抽奖记录里查看。',
        confirm: '关闭',
        cancel: '继续等待',
      }))
    )
      return;
    setClosing(true);
  }

  if (isGone) return null;
  const closeButton = (
    <button type="button" className="icon-button" aria-label="关闭抽奖" onClick={() => void close()}>
      <span className="i-lucide-x text-head" aria-hidden="true" />
    </button>
  );
  return (
    <aside
      ref={element}
      aria-label="抽奖"
      className={`fixed z-40 left-3 bottom-[calc(var(--tab-bar)+12px)] md:(left-auto right-16 bottom-4 w-340px) bg-card shadow-float ${isUnfolded ? 'right-3 rounded-panel' : 'max-md:rounded-full md:rounded-panel'}`}
      onKeyDown={(event) => {
        if (pressedKey(event) === 'Escape') void close();
      }}
    >
      {!isUnfolded && (
        <div className="md:hidden flex items-center pl-1">
          <button
            type="button"
            className="flex items-center gap-1 min-h-touch px-3 border-0 bg-transparent text-small font-600"
            aria-expanded="false"
            onClick={() => setUnfolded(true)}
          >
            <span className="i-lucide-gift text-head text-price" aria-hidden="true" />
            抽奖机会{chances}次
          </button>
          {closeButton}
          <p role="status" className="sr-only">
            {isTold && `有${chances}次抽奖机会`}
          </p>
        </div>
      )}
      <div className={`p-4 ${isUnfolded ? '' : 'max-md:hidden'}`}>
        <div className="flex items-center gap-2 mb-2">
          <h2 className="flex-1 text-title">{wheel.name}</h2>
          {closeButton}
        </div>
        <div className="max-w-220px mx-auto">
          <WheelFace prizes={wheel.prizes} drawn={drawn} ref={draw.turner} />
        </div>
        <div role="status" className="my-2 text-center font-600">
          {/* Nobody asked for it: it is said to those who do not see it. */}
          {isTold && drawn === null && <p className="sr-only">有{chances}次抽奖机会</p>}
          {drawn !== null && (
            <p ref={draw.result} tabIndex={-1} className="outline-none">
              {drawnText(drawn)}
            </p>
          )}
          {drawn === null && reason !== '' && <p className="text-small font-400 text-ink-2">{reason}</p>}
        </div>
        <div ref={place} tabIndex={-1} className="grid gap-2 justify-items-center outline-none">
          <Button
            busy={isRunning}
            disabled={(chances === 0 || reason !== '') && !isUnanswered}
            onClick={() => void draw.press()}
          >
            {isRunning ? '正在抽奖…' : isUnanswered ? '查看上次抽奖的结果' : `抽奖（还有${chances}次）`}
          </Button>
          <p className="flex gap-4 text-small">
            {drawn !== null && drawn.link !== '' && (
              <a className="link" href={drawn.link}>
                去看看奖品
              </a>
            )}
            <a className="link" href={path('/zpcj', undefined, { id: wheel.id })}>
              奖品、概率和规则
            </a>
          </p>
        </div>
      </div>
    </aside>
  );
}
