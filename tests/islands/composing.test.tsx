// @vitest-environment happy-dom
/** Keys while an input method composes: Enter takes a candidate and Escape drops it, nothing of ours happens. */
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Written } from '#islands/quick-order/Written.tsx';
import { ScanBox } from '#islands/receiving/ScanBox.tsx';
import { Stepper } from '#islands/ui/Stepper.tsx';
import type { PurchaseItem } from '#lib/client/stores/quick-order/quick-order.ts';
import { clearDocument, does, draw, typeInto, typeKey } from '#tests/support/dom.tsx';

const received = vi.fn();

const item: PurchaseItem = {
  key: 'a',
  text: '阿莫西林',
  given: null,
  grade: 'check',
  confidence: 50,
  reason: '请核对',
  kinds: [],
  about: '',
  ways: [],
  number: 1,
  goods: null,
  others: [],
} as unknown as PurchaseItem;

function Counted() {
  const [value, setValue] = useState(1);
  return (
    <Stepper min={1} max={9} step={1} label="数量" value={value} onChange={setValue} onEnter={received} />
  );
}

const boxes = {
  改写: { drawn: <Written item={item} isWriting onWritten={received} />, typed: 'amo' },
  扫码: {
    drawn: (
      <ScanBox
        onScan={(text) => {
          received(text);
          return [];
        }}
      />
    ),
    typed: 'amo',
  },
  数量: { drawn: <Counted />, typed: '5' },
};

/** As Chrome and Firefox send it, and as Safari does when the composition has just ended. */
const compositions = { composing: { isComposing: true }, 'code 229': { keyCode: 229 } };

beforeEach(() => received.mockReset());
afterEach(clearDocument);

test.each(Object.keys(boxes).flatMap((name) => Object.keys(compositions).map((how) => [name, how])))(
  '%s: Enter does nothing at %s, and what it does afterwards',
  async (name, how) => {
    const { drawn, typed } = boxes[name as keyof typeof boxes];
    const place = await draw(drawn);
    const box = place.querySelector<HTMLInputElement>('input, textarea')!;
    await does(() => box.focus());
    await typeInto(box, typed);
    for (const key of ['Enter', 'Escape']) await typeKey(key, compositions[how as keyof typeof compositions]);
    expect(received).not.toHaveBeenCalled();
    expect(box.value).toBe(typed);
    await typeKey('Enter');
    expect(received).toHaveBeenCalledOnce();
  },
);
