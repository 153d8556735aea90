/** Logging in by WeChat, binding and unbinding it (rules 2). */
import { z } from 'zod';
import { loginInput, loginOutput } from '../accounts/schema.ts';
import { emptyInput, freeText } from '../fields.ts';

/** Input and output of each call. */
export const wechatSchemas = {
  /** `url` is the page with the QR code. */
  startWechat: {
    input: z.object({ next: freeText('返回地址', 500) }),
    output: z.object({ url: z.string() }),
  },
  linkWechat: { input: loginInput, output: loginOutput },
  unbindWechat: { input: emptyInput, output: z.object({ wechat: z.string().nullable() }) },
};
