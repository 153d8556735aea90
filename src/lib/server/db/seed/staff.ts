/** People of the demo's desks: one of the platform, whose authenticator holds a known secret, and one of a merchant. */
import { hashPassword } from 'better-auth/crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { sealTotp, unsealTotp } from '#lib/server/sessions/totp.ts';
import type { Db } from '../client.ts';
import { staff } from '../schema.ts';
import { demoPassword, demoStaff, merchantHouse } from './known.ts';

/**
 * Adds them where they are missing, and seals the known secret where it cannot be opened: a demo may be started with
 * another AUTH_SECRET. Changes nothing otherwise. For the demo's database only.
 */
export async function keepDemoStaff(db: Db): Promise<void> {
  const { platform, merchant } = demoStaff;
  if ((await findByName(db, platform.username)) === undefined) {
    const own = {
      role: 'admin',
      passwordHash: await hashPassword(demoPassword),
      isPasswordInitial: false,
    } as const;
    await db
      .insert(staff)
      .values([
        { ...own, username: platform.username },
        { ...own, username: merchant.username, merchantId: merchantHouse },
      ])
      .onConflictDoNothing();
  }
  const person = await findByName(db, platform.username);
  if (person === undefined || unsealTotp(person.id, person.totpSecret ?? '') !== null) return;
  await db
    .update(staff)
    .set({ totpSecret: sealTotp(person.id, platform.totp), totpStep: 0 })
    .where(and(eq(staff.id, person.id), isNull(staff.disabledAt)));
}

async function findByName(db: Db, username: string) {
  const [row] = await db.select().from(staff).where(eq(staff.username, username));
  return row;
}
