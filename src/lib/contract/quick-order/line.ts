/** A line of a purchase list as it was written. */
import { z } from 'zod';

export const lineText = z
  .string({ error: '请填写商品' })
  .trim()
  .min(1, { error: '请填写商品' })
  .max(300, { error: '每行最多300个字' });
