/** The ways into 快捷采购, in their order; each is a tab of the one page, `/zzfw/kjcg?tab=`. */
import { isKeyOf, keysOf } from '#lib/rules/terms/keys.ts';

export const quickTabs = {
  paste: '粘贴清单',
  file: '上传文件',
  bought: '历史采购',
  favorites: '收藏',
  templates: '模板',
} as const;

export type QuickTab = keyof typeof quickTabs;

export const quickTabIds = keysOf(quickTabs);

/** The tab that an address names. Without one it is the first, but for the pages and orders of what was bought. */
export function quickTabOf(query: URLSearchParams): QuickTab {
  const named = query.get('tab');
  if (named !== null && isKeyOf(quickTabs, named)) return named;
  return query.has('order') || query.has('page') ? 'bought' : 'paste';
}
