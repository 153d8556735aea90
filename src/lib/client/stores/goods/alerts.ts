/** 到货通知 and 降价通知 in the browser. */
import { atom } from 'nanostores';
import { path } from '#lib/contract/routes.ts';
import { api } from '#lib/contract/table/api.ts';
import { call } from '../../api.ts';
import { react } from '../shell/react.ts';
import { showToast } from '../shell/toasts.ts';

/** Goods for which this page asked: `stock:1531`, `price:1591`. */
export const $asked = atom<ReadonlySet<string>>(new Set());

const toMessages = { link: { text: '我的消息', href: path('/zhzx/wdxx') } };

/** Asks to be told when a goods is back. */
export async function askForStock(id: number): Promise<void> {
  await ask(`stock:${id}`, () => call(api.askForStock, { goods_id: id }), '已登记，到货后将通知您');
}

/** Asks to be told when a goods costs less than now. */
export async function askForPrice(id: number): Promise<void> {
  await ask(`price:${id}`, () => call(api.askForPrice, { goods_id: id }), '已登记，降价后将通知您');
}

async function ask(key: string, send: () => Promise<unknown>, text: string): Promise<void> {
  try {
    await send();
    $asked.set(new Set([...$asked.get(), key]));
    showToast('success', text, toMessages);
  } catch (error) {
    react(error);
  }
}
