/** Changes of favourites in this browser since the page was loaded; earlier ones are in the offers. */
import { map } from 'nanostores';
import { api } from '#lib/contract/api.ts';
import { path } from '#lib/contract/routes.ts';
import { call } from '../../api.ts';
import { isProbablyLoggedIn } from '../../hint.ts';
import { goToLogin, react } from '../shell/react.ts';
import { showToast } from '../shell/toasts.ts';

/** By item id. */
export const $favorites = map<Record<string, boolean>>({});

/** Items with clicks in progress: the server's state, and their number. */
const underway = new Map<number, { isSaved: boolean; presses: number }>();

/**
 * Adds or removes a favourite, and reports it; a visitor is sent to the login page. Shown at once; when the last click
 * of an item is answered, the server's state applies.
 */
export async function setFavorite(id: number, isFavorite: boolean): Promise<void> {
  if (!isProbablyLoggedIn()) return goToLogin();
  const shown = $favorites.get()[id];
  // Before the first click the star shows the offer's state: the click is the opposite.
  const goods = underway.get(id) ?? { isSaved: shown ?? !isFavorite, presses: 0 };
  underway.set(id, goods);
  goods.presses += 1;
  $favorites.setKey(String(id), isFavorite);
  try {
    await call(isFavorite ? api.saveFavorites : api.cancelFavorites, { goods_ids: [id] });
    goods.isSaved = isFavorite;
    sayChanged(isFavorite);
  } catch (error) {
    react(error);
  }
  goods.presses -= 1;
  if (goods.presses > 0) return;
  underway.delete(id);
  $favorites.setKey(String(id), goods.isSaved);
}

function sayChanged(isFavorite: boolean): void {
  if (isFavorite) showToast('success', '收藏成功', { link: { text: '查看收藏', href: path('/zzfw/star') } });
  else showToast('success', '取消收藏成功');
}

/** Takes several away at once; true when it worked. */
export async function cancelFavorites(ids: readonly number[]): Promise<boolean> {
  try {
    await call(api.cancelFavorites, { goods_ids: [...ids] });
  } catch (error) {
    react(error);
    return false;
  }
  showToast('success', '取消收藏成功');
  return true;
}
