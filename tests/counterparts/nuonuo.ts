/** The counterpart of 诺诺 within a test file: it closes after the file's last test. */
import { afterAll } from 'vitest';
import { type Nuonuo, openNuonuoProvider } from './nuonuo-provider.ts';

export async function openNuonuo(taxNo?: string): Promise<Nuonuo> {
  const counterpart = await openNuonuoProvider(taxNo);
  afterAll(() => counterpart.close());
  return counterpart;
}
