/** From the rows of a navigation to the links of the wire. Pure. */
import { findPattern } from '#lib/contract/routes.ts';
import type { NavItem } from '#lib/contract/shell/nav.ts';
import type { NavLinkRow } from './rows.ts';

/** The links at the top with those below them. A link to a closed page has no address: it says 活动暂未开始. */
export function navTree(rows: readonly NavLinkRow[]): NavItem[] {
  const below = Map.groupBy(rows, ({ parentId }) => parentId);
  const toItem = ({ id, name, url, image, isOpen, isForNewcomers }: NavLinkRow): NavItem => {
    const leads = isOpen && findPattern(url) !== undefined;
    return {
      id,
      name,
      url: leads ? url : '',
      image,
      is_open: leads ? 1 : 0,
      is_for_newcomers: isForNewcomers ? 1 : 0,
      children: (below.get(id) ?? []).map(toItem),
    };
  };
  return (below.get(null) ?? []).map(toItem);
}
