/** Staff of the demo's desks: two of the platform, whose authenticators have known secrets, and one of a merchant. */
import { hashPassword } from 'better-auth/crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { sealTotp, unsealTotp } from '#lib/server/core/sessions/totp.ts';
import type { Db } from '#lib/server/db/client.ts';
import { siteSetting, staff } from '#lib/server/db/schema.ts';
import { demoPassword, demoStaff, merchantHouse } from './known.ts';

/**
 * Adds them where they are missing, and seals the known secrets where they cannot be opened: a demo may be started with
 * another AUTH_SECRET. Changes nothing otherwise. For the demo's database only.
 */
export async function keepDemoStaff(db: Db): Promise<void> {
  const { platform, finance, merchant } = demoStaff;
  await savePerson(db, { username: platform.username, role: 'admin' }, platform.totp);
  await savePerson(db, { username: finance.username, role: 'finance' }, finance.totp);
  // People who look at the demo shall not need a second authenticator; a shop of its own has the setting on.
  await db.insert(siteSetting).values({ key: 'merchantsNeedTotp', value: false }).onConflictDoNothing();
  await savePerson(db, { username: merchant.username, role: 'admin', merchantId: merchantHouse }, null);
}

async function savePerson(
  db: Db,
  own: Pick<typeof staff.$inferInsert, 'username' | 'role' | 'merchantId'>,
  totp: string | null,
): Promise<void> {
  if ((await findByName(db, own.username)) === undefined)
    await db
      .insert(staff)
      .values({ ...own, passwordHash: await hashPassword(demoPassword), isPasswordInitial: false })
      .onConflictDoNothing();
  if (totp === null) return;
  const person = await findByName(db, own.username);
  if (person === undefined || unsealTotp({ kind: 'staff', id: person.id }, person.totpSecret ?? '') !== null)
    return;
  await db
    .update(staff)
    .set({ totpSecret: sealTotp({ kind: 'staff', id: person.id }, totp), totpStep: 0 })
    .where(and(eq(staff.id, person.id), isNull(staff.disabledAt)));
}

async function findByName(db: Db, username: string) {
  const [row] = await db.select().from(staff).where(eq(staff.username, username));
  return row;
}
