import { useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { withdrawReview } from '#lib/client/stores/desk/review.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { ReviewFile } from '#lib/contract/review.ts';
import { useKeys } from '../case/use-keys.ts';
import { dropVerdict, useVerdicts } from './verdicts.ts';

/** The decisions of the last ten seconds, the last one first: Z takes that one back. */
export function TakeBack({ onTaken }: { onTaken: (file: ReviewFile) => void }) {
  const verdicts = useVerdicts();
  const [isBusy, setBusy] = useState(false);
  const isAsking = useRef(false);

  async function takeBack(id: number) {
    if (isAsking.current) return;
    isAsking.current = true;
    setBusy(true);
    try {
      const file = await withdrawReview(id);
      dropVerdict(id, Date.now());
      onTaken(file);
    } catch (error) {
      react(error);
    }
    isAsking.current = false;
    setBusy(false);
  }
  const last = verdicts[0];
  useKeys({ z: () => last !== undefined && void takeBack(last.id) });

  return (
    <>
      {/* Said once for each decision: the seconds are not part of it. */}
      <p className="sr-only" role="status">
        {last !== undefined && `${last.text}，十秒内按Z撤回`}
      </p>
      {verdicts.length > 0 && (
        <ul
          aria-label="刚才的决定"
          className="fixed bottom-20 lg:bottom-4 left-1/2 -translate-x-1/2 lg:-translate-x-full z-30 grid gap-2 m-0 p-0 list-none w-max max-w-[calc(100vw-32px)]"
        >
          {verdicts.map(({ id, text, seconds }) => (
            <li
              key={id}
              className="flex items-center gap-3 pl-4 pr-2 py-2 rounded-panel bg-card border border-solid border-line shadow-float text-small"
            >
              <span className="i-lucide-circle-check text-primary text-head flex-none" aria-hidden="true" />
              <span className="min-w-0 break-all">{text}</span>
              <Button
                kind="plain"
                size="small"
                className="flex-none max-md:h-touch"
                busy={isBusy}
                aria-keyshortcuts={id === last?.id ? 'Z' : undefined}
                onClick={() => void takeBack(id)}
              >
                撤回{id === last?.id && '（Z）'} <span className="num">{seconds}秒</span>
                <span className="sr-only">：{text}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
