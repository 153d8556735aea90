/** 到货通知 and 降价通知 in the browser. */
import { atom } from 'nanostores';
import type { AlertRow } from '#lib/contract/alerts.ts';
import { api } from '#lib/contract/api.ts';
import { path } from '#lib/contract/routes.ts';
import { call } from '../../api.ts';
import { react } from '../shell/react.ts';
import { showToast } from '../shell/toasts.ts';

export type AlertKind = AlertRow['kind'];

/** Alerts that this page set (true) or ended (false), overriding the offers: `stock:1531`, `price:1591`. */
export const $asked = atom<ReadonlyMap<string, boolean>>(new Map());

const toList = { link: { text: '我的提醒', href: path('/zhzx/jjdh') } };

/** Sets an alert for an item being back in stock. */
export async function askForStock(id: number): Promise<void> {
  try {
    await call(api.askForStock, { goods_id: id });
    note(`stock:${id}`, true);
    showToast('success', '已登记，到货后将通知您', toList);
  } catch (error) {
    react(error);
  }
}

/** Sets an alert for an item costing less than `price` yuan, or than now. Rejects as `call` does. */
export async function askForPrice(id: number, price?: string): Promise<void> {
  await call(api.askForPrice, { goods_id: id, ...(price !== undefined && { price }) });
  note(`price:${id}`, true);
  showToast('success', '已登记，降价后将通知您', toList);
}

/** Ends an alert; false on failure, with a message. */
export async function endAlert(id: number, kind: AlertKind): Promise<boolean> {
  try {
    await call(api.cancelAlert, { goods_id: id, kind });
    note(`${kind}:${id}`, false);
    showToast('success', '已取消提醒');
    return true;
  } catch (error) {
    react(error);
    return false;
  }
}

/** Loads the list of the page of alerts again. Rejects as `call` does. */
export async function loadAlerts(): Promise<AlertRow[]> {
  return (await call(api.alerts, {})).list;
}

function note(key: string, isOn: boolean): void {
  $asked.set(new Map([...$asked.get(), [key, isOn]]));
}
