/** Logging in and binding by WeChat. */
import type { LoginTexts } from '#lib/contract/accounts/calls.ts';
import { api } from '#lib/contract/api.ts';
import { call } from '../api.ts';

/** Leads to the page with the QR code; comes back to `next`. Rejects as `call` does. */
export async function scanWechat(next: string): Promise<void> {
  const { url } = await call(api.startWechat, { next });
  location.assign(url);
}

/** Logs in by password and binds what was scanned. Rejects as `call` does. */
export async function linkWechat(input: LoginTexts): Promise<void> {
  await call(api.linkWechat, input);
}

/** Takes one's WeChat away. Rejects as `call` does. */
export async function unbindWechat(): Promise<void> {
  await call(api.unbindWechat, {});
}
