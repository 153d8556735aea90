/** Brands as their pages show them; the same for everyone. */
export interface Brand {
  id: number;
  name: string;
  image: string;
  /** Goods on the shelf. */
  goodsCount: number;
  /** Its makers, the one with most goods first. */
  makers: string[];
  /** Second levels of the category tree in which it has most goods. */
  fields: string[];
}
