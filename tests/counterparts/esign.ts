/** The counterpart of e签宝 within a test file: what it tells goes to the endpoint at once. */
import { afterAll } from 'vitest';
import { POST as notify } from '../../src/pages/api/contract/notify/[provider].ts';
import { callHandler } from '../support/request.ts';
import { type EsignProvider, openProvider } from './esign-provider.ts';

/** Opens it; it closes after the file's last test. */
export async function openEsign(): Promise<EsignProvider> {
  const counterpart = await openProvider(async (body, headers) => {
    const response = await callHandler(notify, {
      path: '/api/contract/notify/esign',
      params: { provider: 'esign' },
      body,
      type: 'application/json',
      headers: { ...headers, origin: 'http://house.invalid' },
    });
    return response.status;
  });
  afterAll(() => counterpart.close());
  return counterpart;
}
