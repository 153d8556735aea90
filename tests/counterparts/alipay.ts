/**
 * The counterpart of 支付宝 for a test file: its notices go to the handler of this process, its line is whole again after
 * each test, and it closes after the last.
 */
import { afterAll, afterEach } from 'vitest';
import { callHandler } from '#tests/support/request.ts';
import { POST as notify } from '../../src/pages/api/pay/notify/[provider].ts';
import { openAlipayProvider } from './alipay-provider.ts';

export async function openAlipay() {
  const counterpart = await openAlipayProvider(async (body, provider) => {
    const response = await callHandler(notify, {
      path: `/api/pay/notify/${provider}`,
      params: { provider },
      body,
      headers: { origin: 'http://alipay.invalid' },
    });
    return { status: response.status, body: await response.text() };
  });
  afterEach(() => counterpart.restore());
  afterAll(() => counterpart.close());
  return counterpart;
}
