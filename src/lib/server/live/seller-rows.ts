/** The real seller of a room. */
import { eq } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { merchant } from '../db/schema.ts';

export async function findSeller(
  db: Db | Tx,
  id: number,
): Promise<{ name: string; short_name: string; address: string } | null> {
  const [row] = await db
    .select({
      name: merchant.fullName,
      short_name: merchant.shortName,
      province: merchant.province,
      city: merchant.city,
      address: merchant.address,
    })
    .from(merchant)
    .where(eq(merchant.id, id));
  if (row === undefined) return null;
  const { province, city, address, ...names } = row;
  return { ...names, address: address.startsWith(province) ? address : `${province}${city}${address}` };
}
