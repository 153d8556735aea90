/** The views of a list: cards, a table, without pictures, by drug. */
export const listViews = ['cards', 'table', 'plain', 'drugs'] as const;

export type ListView = (typeof listViews)[number];

/** The path of each view of a list, by the address of the cards; a list without that view stays unchanged. */
const places: Record<string, Partial<Record<ListView, string>>> = {
  '/search': { table: '/search/table', drugs: '/search/drugs' },
  '/list': { table: '/list/table', plain: '/list/no_image', drugs: '/list/drugs' },
};

/** The path of a list in a view; undefined where that list has none of its own. */
export function pathInView(list: string, view: string): string | undefined {
  return Object.entries(places[list] ?? {}).find(([one]) => one === view)?.[1];
}

/** The view that an address opens by name, as an entry of a menu does; undefined for every other address. */
export function viewAt(address: string): ListView | undefined {
  const [path] = address.split('?', 1);
  for (const views of Object.values(places))
    for (const view of listViews) if (views[view] === path) return view;
  return undefined;
}
