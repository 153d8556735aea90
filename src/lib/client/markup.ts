import { requestTimeout } from '#lib/contract/constants.ts';

/** Markup that the server renders for everyone, as text; undefined when there is no answer. */
export async function readMarkup(address: string): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(requestTimeout);
    const response = await fetch(address, { credentials: 'omit', signal });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}
