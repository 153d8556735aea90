/** The header's data, the same for everyone (rules 11, "Common data"). */

import { z } from 'zod';
import { get } from '../call.ts';
import { emptyInput } from '../fields.ts';
import { configInput } from '../goods/calls.ts';
import { navItem } from './nav.ts';

/** A node of the category tree. `logo` and `logo1` (when active) are drawings of the first level; empty below. */
export interface MenuItem {
  id: number;
  name: string;
  logo: string;
  logo1: string;
  children: MenuItem[];
}

export const menuItem: z.ZodType<MenuItem> = z.object({
  id: z.number().int(),
  name: z.string(),
  logo: z.string(),
  logo1: z.string(),
  get children() {
    return z.array(menuItem);
  },
});

export const headerData = z.object({
  /** Hot searches. */
  rmss: z.array(z.string()),
  nav: z.array(navItem),
  category: z.array(menuItem),
  /** 中药: the herbal part of the tree. */
  category_zy: z.array(menuItem),
  /** 诊所: the kinds in which something is sold to clinics. */
  category_zs: z.array(menuItem),
  /** Milliseconds. */
  timestamp: z.number().int(),
});
export type HeaderData = z.infer<typeof headerData>;

export const shellCalls = {
  header: get('/api/common/header', { who: 'all', input: emptyInput, output: headerData }),
  config: get('/api/get_config', {
    who: 'all',
    input: configInput,
    output: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  }),
};
