/**
 * WeChat's own browser has a bridge that opens its sheet for a payment. Its result is a hint: the server is queried.
 */
import { fieldOf } from '#lib/rules/terms/field-of.ts';

/** Values that WeChat signs and checks by itself. */
export type BridgeValues = Readonly<Record<string, string>>;

interface Bridge {
  invoke(name: 'getBrandWCPayRequest', values: BridgeValues, answer: (said: unknown) => void): void;
}

/** done: the sheet reports a payment. left: it was closed. failed: it was not opened. */
export type SheetEnd = 'done' | 'left' | 'failed';

const bridgeWithin = 5_000;

declare global {
  /** Put into the page by WeChat's browser. */
  var WeixinJSBridge: Bridge | undefined;
}

/** The bridge, which may come after the page; undefined where this is no browser of WeChat's. */
function awaitBridge(): Promise<Bridge | undefined> {
  const found = globalThis.WeixinJSBridge;
  if (found) return Promise.resolve(found);
  return new Promise((resolve) => {
    const ready = () => {
      clearTimeout(alarm);
      resolve(globalThis.WeixinJSBridge);
    };
    const alarm = setTimeout(ready, bridgeWithin);
    document.addEventListener('WeixinJSBridgeReady', ready, { once: true });
  });
}

/** Opens WeChat's sheet for a payment, and waits until it is closed. */
export async function openSheet(values: BridgeValues): Promise<SheetEnd> {
  const bridge = await awaitBridge();
  if (bridge === undefined) return 'failed';
  const said = await new Promise<unknown>((resolve) =>
    bridge.invoke('getBrandWCPayRequest', values, resolve),
  );
  const message = String(fieldOf(said, 'err_msg') ?? '');
  if (message === 'get_brand_wcpay_request:ok') return 'done';
  return message === 'get_brand_wcpay_request:cancel' ? 'left' : 'failed';
}
