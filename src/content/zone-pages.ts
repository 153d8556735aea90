/** Zones that differ by their file alone: `src/pages/_zone.astro` shows each at its own address, `/bjp` or `/kxzq/new`. */
export const plainZones = [
  ...['bjp', 'hdzx', 'jmzq', 'jxqzc', 'kxzq', 'kxzq/new', 'qxzq', 'welfare'],
  ...['xr/tj', 'yjh', 'zszq', 'zyyp'],
];

/** Zones that a page of their own shows. */
export const ownZones = ['yx', 'yx/rule'];
