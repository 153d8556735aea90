/** Lines saved for later, in the browser. */
import { atom } from 'nanostores';
import { api } from '#lib/contract/api.ts';
import type { LaterList } from '#lib/contract/cart/calls.ts';
import { deleteErrorDelay } from '#lib/contract/constants.ts';
import { call } from '../../api.ts';
import { ask } from '../shell/dialogs.ts';
import { react } from '../shell/react.ts';
import { showToast } from '../shell/toasts.ts';
import { $cart, loadCart } from './cart.ts';

/** Null until the page has set its list. */
export const $later = atom<LaterList | null>(null);

/** Saves a line of the cart for later; it leaves the cart at once. */
export async function keepForLater(id: number): Promise<void> {
  const state = $cart.get();
  if (state) $cart.set({ ...state, data: state.data.filter((line) => line.id !== id) });
  if (await send(id, 1)) showToast('success', '已移到“稍后再买”');
}

/** Moves a line back into the cart. */
export async function bringBack(id: number): Promise<void> {
  if (await send(id, 0)) showToast('success', '已放回购物车');
}

async function send(id: number, isLater: 0 | 1): Promise<boolean> {
  try {
    $later.set(await call(api.keepForLater, { id, is_later: isLater }));
    return true;
  } catch (error) {
    react(error);
    return false;
  } finally {
    await loadCart().catch(() => undefined);
  }
}

/** Deletes a saved line, after a confirmation. */
export async function deleteLater(id: number): Promise<void> {
  const text = '确定删除这件商品吗?';
  if (!(await ask({ title: '删除商品', text, confirm: '确定', cancel: '取消' }))) return;
  try {
    await call(api.deleteLines, { ids: [id] });
  } catch (error) {
    setTimeout(() => react(error), deleteErrorDelay);
  }
  await call(api.laterList, {}).then(
    (list) => $later.set(list),
    () => undefined,
  );
}
