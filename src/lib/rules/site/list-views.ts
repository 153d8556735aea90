/** The views of a list: cards, a table, without pictures, by drug. */
export const listViews = ['cards', 'table', 'plain', 'drugs'] as const;

export type ListView = (typeof listViews)[number];
