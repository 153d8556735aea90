/** The shop's name for a route that has no context of a page. */
import { getDb } from '../../db/client.ts';
import { getSettings } from '../../site/settings.ts';

export async function getShopName(): Promise<string> {
  return (await getSettings(getDb())).shopName;
}
