import { type KeyboardEvent, useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { pressedKey } from '#islands/ui/pressed-key.ts';
import type { Scanned } from '#lib/rules/orders/receiving.ts';

interface Props {
  /** Handles scanned or pasted text; returns the result of each word. */
  onScan: (text: string) => readonly Scanned[];
}

/** The input for a scanner and pasted codes: each line end is a scan, with its result shown at once. */
export function ScanBox({ onScan }: Props) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [said, setSaid] = useState('');
  const [strange, setStrange] = useState<readonly string[]>([]);

  function take() {
    const area = box.current;
    if (!area || area.value.trim() === '') return;
    const scans = onScan(area.value);
    area.value = '';
    area.focus();
    setSaid(answerOf(scans));
    const unknown = scans.filter(({ scan }) => strangeScans.has(scan)).map(({ word }) => word.slice(0, 60));
    setStrange((before) => [...new Set([...before, ...unknown])]);
  }

  function onKeyDown(event: KeyboardEvent) {
    // A scanner ends each code with Enter.
    if (pressedKey(event) !== 'Enter') return;
    event.preventDefault();
    take();
  }

  return (
    <div className="no-print grid gap-2">
      <label className="grid gap-1 text-small">
        扫描或粘贴追溯码、条码
        <textarea
          ref={box}
          rows={1}
          className="input py-2 h-auto leading-24px num"
          placeholder="扫码枪直接扫；可一次粘贴多个"
          autoComplete="off"
          spellCheck={false}
          onKeyDown={onKeyDown}
          onPaste={() => setTimeout(take)}
        />
      </label>
      <div className="flex flex-wrap items-center gap-3 min-h-control">
        <Button kind="plain" size="small" onClick={take}>
          核对
        </Button>
        <p role="status" className="text-small">
          {said}
        </p>
      </div>
      {strange.length > 0 && (
        <div role="alert" className="px-3 py-2 rounded bg-card-dim text-small text-price">
          不在本订单发货记录里的码（可能发错货或批号不符）：
          <span className="num break-all">{strange.slice(0, 20).join('、')}</span>
          {strange.length > 20 && `等${strange.length}个`}
          <Button kind="ghost" size="small" onClick={() => setStrange([])}>
            清除
          </Button>
        </div>
      )}
    </div>
  );
}

const strangeScans: ReadonlySet<Scanned['scan']> = new Set(['unknown', 'wrong_lot', 'wrong_expiry']);

const texts = {
  counted: (count: number) => `追溯码相符${count}个`,
  ticked: (count: number) => `条码相符，已勾选${count}行`,
  again: (count: number) => `${count}个追溯码已扫过`,
  many: () => '这个商品有几个批号，请看清批号后逐行勾选',
  done: () => '这个商品已全部核对',
  wrong_lot: (count: number) => `${count}个码的批号不在发货记录里，请核对后登记批号不符`,
  wrong_expiry: (count: number) => `${count}个码的有效期与发货记录不同，请核对`,
  unknown: (count: number) => `${count}个码不在本订单里`,
} satisfies Record<Scanned['scan'], (count: number) => string>;

function answerOf(scans: readonly Scanned[]): string {
  return [...Map.groupBy(scans, ({ scan }) => scan)].map(([scan, own]) => texts[scan](own.length)).join('；');
}
