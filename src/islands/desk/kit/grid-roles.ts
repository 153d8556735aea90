/** Roles of a grid's elements. They are named: a folded table is drawn by other means, and would lose its own. */
export const gridRoles = {
  grid: { role: 'grid' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  title: { role: 'rowheader' },
  cell: { role: 'gridcell' },
} as const;
