/** The rows of a filter. A list has about 150 of them: they are written as one text, with minimal elements. */
import { escapeXml } from '#lib/rules/text/xml.ts';

export interface FilterOption {
  name: string;
  /** Number of items. */
  count: number;
  /** The list with it chosen, or without it if it is. */
  href: string;
  isChosen: boolean;
}

/** HTML: each option as a row with its link. */
export function optionRows(options: readonly FilterOption[]): string {
  return options.map(optionRow).join('');
}

function optionRow({ name, count, href, isChosen }: FilterOption): string {
  const chosen = isChosen ? ' is-chosen' : '';
  const word = isChosen ? '<span class="sr-only">已选，再点取消</span>' : '';
  return `<li><a rel="nofollow" href="${escapeXml(href)}" class="filter-option${chosen}"><span>${escapeXml(name)}</span><b>${count}</b>${word}</a></li>`;
}
