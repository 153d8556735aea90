/** How well a product matches a search, 0 not at all. A better match comes before a better seller. */
export const relevance = {
  indication: 1,
  maker: 2,
  shelf: 3,
  spec: 3,
  brand: 4,
  inName: 5,
  namePrefix: 6,
  exact: 7,
} as const;
