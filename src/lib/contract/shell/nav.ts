/** Links of the navigation and of the floating nav (rules 11, "Nav link"). */
import { z } from 'zod';
import { flagOut } from '../fields.ts';

/** A link with those below it. Without an open page behind it `is_open` is 0 and `url` is empty. */
export interface NavItem {
  id: number;
  name: string;
  url: string;
  image: string;
  is_open: 0 | 1;
  /** 1 = for companies that have paid no order yet: hidden from the others. */
  is_for_newcomers: 0 | 1;
  children: NavItem[];
}

export const navItem: z.ZodType<NavItem> = z.object({
  id: z.number().int(),
  name: z.string(),
  url: z.string(),
  image: z.string(),
  is_open: flagOut,
  is_for_newcomers: flagOut,
  get children() {
    return z.array(navItem);
  },
});
