import { useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { useKeptFocus } from '#islands/ui/use-kept-focus.ts';
import { loadWheel, newSeed } from '#lib/client/stores/wheel.ts';
import { path } from '#lib/contract/routes.ts';
import type { Drawn, WheelOutput } from '#lib/contract/wheel.ts';
import { BuyChances } from './BuyChances.tsx';
import { PrizeTable } from './PrizeTable.tsx';
import { ReceiptNote } from './ReceiptNote.tsx';
import { drawnText, useDraw } from './use-draw.ts';
import { WheelFace } from './WheelFace.tsx';

/** The wheel: what may be won, the own chances, drawing, and what was drawn. */
export function WheelPage({ initial }: { initial: WheelOutput }) {
  const [wheel, setWheel] = useState(initial);
  const [seed, setSeed] = useState('');
  const { id, mine, prizes, state } = wheel;
  /** What is left of each prize, and why the next draw is refused. */
  const reload = () =>
    void loadWheel(id).then(
      (now) => now && setWheel(now),
      () => undefined,
    );
  const draw = useDraw(wheel, {
    onRefused: reload,
    onDrawn(drawn) {
      setWheel((now) => withChances(now, drawn));
      setSeed('');
      reload();
    },
  });
  const { drawn, isRunning, isUnanswered } = draw;
  const place = useKeptFocus<HTMLDivElement>(isRunning);
  const chances = mine?.chances ?? 0;
  const isOpen = state === 'open';
  const isSeedWrong = seed !== '' && !/^[A-Za-z0-9-]{1,64}$/.test(seed);
  const mayPress = isUnanswered || (mine !== null && mine.reason === '');

  return (
    <section className="panel" aria-labelledby="wheel-name">
      <h1 id="wheel-name" className="panel-title flex-wrap">
        {wheel.name}
        <span className="text-small font-400 text-ink-2 num">
          {wheel.state_text} · {momentText(wheel.start_time)}至{momentText(wheel.end_time)}
          {state === 'paused' && '（顺延）'}
        </span>
      </h1>
      <div className="grid gap-6 p-4 md:p-6 lg:grid-cols-[400px_minmax(0,1fr)]">
        <div ref={place} tabIndex={-1} className="grid content-start gap-4 outline-none">
          <WheelFace prizes={prizes} drawn={drawn} ref={draw.turner} />
          {mine !== null && (isOpen || isUnanswered) && (
            <Button
              size="big"
              busy={isRunning}
              disabled={!mayPress || isSeedWrong}
              onClick={() => void draw.press(seed === '' ? newSeed() : seed)}
            >
              {isRunning ? '正在抽奖…' : isUnanswered ? '查看上次抽奖的结果' : `抽奖（还有${chances}次）`}
            </Button>
          )}
          {mine === null && isOpen && (
            <a
              className={buttonClass('primary', 'big')}
              href={path('/login', undefined, { next: path('/zpcj', undefined, { id }) })}
            >
              登录后抽奖
            </a>
          )}
          <div role="status" className="grid gap-2">
            {state === 'paused' && (
              <p className="text-small text-price-ink">
                活动已暂停：{wheel.pause_reason}。抽奖机会都保留，恢复后结束时间按暂停的时间顺延。
              </p>
            )}
            {drawn !== null && (
              <>
                <p ref={draw.result} tabIndex={-1} className="text-lead font-600 outline-none">
                  {drawnText(drawn)}
                </p>
                {drawn.link !== '' && (
                  <a className="link" href={drawn.link}>
                    去看看奖品
                  </a>
                )}
              </>
            )}
            {drawn === null && mine !== null && isOpen && mine.reason !== '' && !isUnanswered && (
              <p className="text-small text-ink-2">{mine.reason}</p>
            )}
          </div>
          {drawn !== null && <ReceiptNote drawn={drawn} versions={wheel.versions} />}
          {mine !== null && isOpen && (
            <details className="text-small">
              <summary className="cursor-pointer text-ink-2">自己写随机码（选填）</summary>
              <div className="grid gap-2 pt-2">
                <Field
                  label="随机码"
                  value={seed}
                  maxLength={64}
                  autoComplete="off"
                  hint="与平台事先封存的服务器种子一起决定结果，平台无法预先知道；空着由浏览器随机产生"
                  error={isSeedWrong ? '随机码只能是字母、数字和短横' : undefined}
                  onChange={(event) => setSeed(event.target.value)}
                />
              </div>
            </details>
          )}
        </div>
        <div className="grid content-start gap-5 min-w-0">
          {(isOpen || state === 'paused' || state === 'coming') && <Ways ways={wheel.ways} />}
          {mine !== null && isOpen && mine.chance_points > 0 && mine.may_buy === 1 && (
            <BuyChances wheelId={id} mine={mine} isBusy={isRunning} onBought={setWheel} onRefused={reload} />
          )}
          <PrizeTable wheel={wheel} />
          {mine !== null && (
            <p className="text-small text-ink-2">
              奖品归企业所有，不归抽奖的个人；
              <a className="link underline" href={path('/wdqb/cjjl')}>
                本企业的抽奖记录
              </a>
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

function withChances(wheel: WheelOutput, { chances }: Pick<Drawn, 'chances'>): WheelOutput {
  return { ...wheel, mine: wheel.mine && { ...wheel.mine, chances } };
}

/** How a company gets chances. */
function Ways({ ways }: Pick<WheelOutput, 'ways'>) {
  if (ways.length === 0) return null;
  return (
    <div>
      <h2 className="mb-2 text-title">怎样得到抽奖机会</h2>
      <ul className="grid gap-1.5 text-small">
        {ways.map(({ text, link, left }) => (
          <li key={text} className="flex flex-wrap gap-x-3">
            <span>{text}</span>
            {left !== null && <span className="text-ink-2 num">今天还可得{left}次</span>}
            {link !== '' && (
              <a className="link" href={link} aria-label={`去完成：${text}`}>
                去完成
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
