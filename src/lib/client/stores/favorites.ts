/** What this browser did to favourites since the page came; what was before stands in the offers. */
import { map } from 'nanostores';
import { api } from '#lib/contract/api.ts';
import { path } from '#lib/contract/routes.ts';
import { call } from '../api.ts';
import { isProbablyLoggedIn } from '../hint.ts';
import { goToLogin, react } from '../react.ts';
import { showToast } from './toasts.ts';

/** By goods id. */
export const $favorites = map<Record<string, boolean>>({});

/** Makes a goods a favourite or takes it away, and says so; a visitor is led to the login page. */
export async function setFavorite(id: number, isFavorite: boolean): Promise<void> {
  if (!isProbablyLoggedIn()) return goToLogin();
  const before = $favorites.get()[id];
  // Shown at once, taken back when the server refuses.
  $favorites.setKey(String(id), isFavorite);
  try {
    await call(isFavorite ? api.keepFavorites : api.cancelFavorites, { goods_ids: [id] });
  } catch (error) {
    $favorites.set({ ...$favorites.get(), [id]: before ?? !isFavorite });
    return react(error);
  }
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
