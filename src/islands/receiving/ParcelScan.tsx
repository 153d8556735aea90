import { useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { pressedKey } from '#islands/ui/pressed-key.ts';
import { CancelledError } from '#lib/client/api.ts';
import { findParcel } from '#lib/client/stores/orders/receiving.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { AppError } from '#lib/contract/errors.ts';

interface Props {
  /** Takes the order of a code; answers what became of it, in words. */
  onFound: (
    found: { no: string; merchant: string; status_text: string },
    code: string,
  ) => string | Promise<string>;
}

/** The box for a scanner: each code that ends with Enter ticks the order whose parcel it is on. */
export function ParcelScan({ onFound }: Props) {
  const box = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState({ text: '', isWrong: false });

  async function take() {
    const code = box.current?.value.trim() ?? '';
    if (!box.current || code === '') return;
    // The next parcel may be scanned while this one is looked up.
    box.current.value = '';
    box.current.focus();
    try {
      const text = await onFound(await findParcel(code), code);
      setSaid({ text, isWrong: false });
    } catch (error) {
      if (error instanceof CancelledError) return;
      if (error instanceof AppError && error.code < 500)
        setSaid({ text: `${code}：${error.message}`, isWrong: true });
      else react(error);
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-2 px-3 md:px-4 py-2.5 text-small">
      <input
        ref={box}
        aria-label="扫描包裹"
        placeholder="扫运单号、订单号或追溯码"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        className="input num w-full md:w-280px"
        onKeyDown={(event) => {
          // A scanner ends each code with Enter.
          if (pressedKey(event) !== 'Enter') return;
          event.preventDefault();
          void take();
        }}
      />
      <Button kind="plain" onClick={() => void take()}>
        勾选
      </Button>
      <p role="status" className={said.isWrong ? 'text-price' : 'text-primary'}>
        {said.text}
      </p>
    </div>
  );
}
