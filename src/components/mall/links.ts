/** Addresses of the points mall with its filters. */
import type { MallGoodsValues } from '#lib/contract/mall.ts';
import { path } from '#lib/contract/routes.ts';

export type MallFilter = Partial<Omit<MallGoodsValues, 'size'>>;

/** The list with a changed filter; it begins at its first page. */
export function mallHref(input: MallFilter, change: MallFilter): string {
  const { kind, min_points, max_points, can_redeem, sort, page } = { ...input, page: 1, ...change };
  return path('/jfsc', undefined, {
    kind,
    min_points: min_points === 0 ? undefined : min_points,
    max_points,
    can_redeem: can_redeem === 1 ? 1 : undefined,
    sort,
    page: page === 1 ? undefined : page,
  });
}

/** Usual ranges of points. */
export const pointsRanges: readonly { text: string; min_points?: number; max_points?: number }[] = [
  { text: '不限' },
  { text: '500以下', max_points: 500 },
  { text: '500–2000', min_points: 500, max_points: 2000 },
  { text: '2000–5000', min_points: 2000, max_points: 5000 },
  { text: '5000以上', min_points: 5000 },
];

export const mallSorts: readonly { text: string; sort?: NonNullable<MallGoodsValues['sort']> }[] = [
  { text: '综合' },
  { text: '积分从低到高', sort: 'points' },
  { text: '积分从高到低', sort: '-points' },
  { text: '兑换最多', sort: '-sold' },
  { text: '最新', sort: '-new' },
];
