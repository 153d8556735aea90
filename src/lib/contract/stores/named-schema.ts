/** A store that a head office named while it registered, as the platform's desk sees it. */
import { z } from 'zod';
import { openMoney } from '../prices.ts';

export const namedStoreRow = z.object({
  name: z.string(),
  credit_code: openMoney(z.string()),
  /** The store's address once it is opened; before that its region. */
  address: z.string(),
  state_text: z.string(),
  /** The company that it has become; 0 before. */
  company_id: z.number().int(),
  /** The fault; empty for none. */
  problem: z.string(),
});
export type NamedStoreRow = z.infer<typeof namedStoreRow>;
