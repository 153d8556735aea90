/** A line of a purchase list as written. */
import { z } from 'zod';
import { withoutFormat } from '#lib/rules/text/one-line.ts';

export const lineText = z
  .string({ error: '请填写商品' })
  .overwrite(withoutFormat)
  .trim()
  .min(1, { error: '请填写商品' })
  .max(300, { error: '每行最多300个字' });
