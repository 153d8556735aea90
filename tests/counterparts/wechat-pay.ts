/**
 * The counterpart of 微信支付 for a test file: its notices go to the handler of this process, its line is whole again
 * after each test, and it closes after the last.
 */
import { afterAll, afterEach } from 'vitest';
import { callHandler } from '#tests/support/request.ts';
import { POST as notify } from '../../src/pages/api/pay/notify/[provider].ts';
import { openWechatProvider } from './wechat-provider.ts';

export async function openWechat() {
  const counterpart = await openWechatProvider(async (body, headers, provider) => {
    const response = await callHandler(notify, {
      path: `/api/pay/notify/${provider}`,
      params: { provider },
      body,
      headers: { ...headers, origin: 'http://wechat.invalid' },
    });
    return { status: response.status, body: await response.json() };
  });
  afterEach(() => counterpart.restore());
  afterAll(() => counterpart.close());
  return counterpart;
}
