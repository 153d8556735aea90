import { ofetch } from 'ofetch';
import { requestTimeout } from '#lib/contract/constants.ts';

/** Markup that the server renders for everyone, as text; undefined when there is no answer. */
export async function readMarkup(address: string): Promise<string | undefined> {
  try {
    return await ofetch(address, { responseType: 'text', credentials: 'omit', timeout: requestTimeout });
  } catch {
    return undefined;
  }
}
