/** The counterparts of 快递100 and 快递鸟 within a test file: what they push goes to the endpoint at once. */
import { afterAll } from 'vitest';
import { POST as notify } from '../../src/pages/api/logistics/notify/[provider].ts';
import { callHandler } from '../support/request.ts';
import { type LogisticsName, type LogisticsProvider, openProvider } from './logistics-provider.ts';

/** Opens a house; it closes after the file's last test. */
export async function openLogisticsProvider(name: LogisticsName): Promise<LogisticsProvider> {
  const counterpart = await openProvider(name, async (body, path) => {
    const response = await callHandler(notify, {
      path,
      params: { provider: name },
      body,
      headers: { origin: 'http://house.invalid' },
    });
    return { status: response.status, body: await response.json() };
  });
  afterAll(() => counterpart.close());
  return counterpart;
}
