/** Companies that register: their people, their data, and the stores that they name. */
import { and, desc, eq, inArray, notExists, sql } from 'drizzle-orm';
import type { CompanyData } from '#lib/rules/companies/application.ts';
import type { CompanyState } from '#lib/rules/companies/company-state.ts';
import { placeholderName } from '#lib/rules/companies/person-name.ts';
import type { BuyerType } from '#lib/rules/companies/qualification.ts';
import type { RegistrationForm } from '#lib/rules/companies/registration.ts';
import type { Db, Tx } from '../db/client.ts';
import {
  agreementAcceptance,
  company,
  companyApplication,
  account as credential,
  member,
  registration,
  user,
} from '../db/schema.ts';

/** Adds a person who logs in by phone, without a name where it is empty; null where the phone is taken. */
export async function insertPerson(
  tx: Tx,
  { name, phone, passwordHash, now }: { name: string; phone: string; passwordHash: string; now: Date },
): Promise<string | null> {
  const [made] = await tx
    .insert(user)
    .values({
      id: sql`gen_random_uuid()::text`,
      name: name === '' ? placeholderName(phone) : name,
      email: `${phone}@users.invalid`,
      username: phone,
      displayUsername: phone,
      phoneNumber: phone,
      phoneNumberVerified: true,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: user.id });
  if (made === undefined) return null;
  await tx.insert(credential).values({
    id: sql`gen_random_uuid()::text`,
    accountId: made.id,
    providerId: 'credential',
    userId: made.id,
    password: passwordHash,
    createdAt: now,
    updatedAt: now,
  });
  return made.id;
}

/** True when a person has accepted a version of the agreement. */
export async function hasAccepted(db: Db, userId: string, version: string): Promise<boolean> {
  const rows = await db
    .select({ version: agreementAcceptance.version })
    .from(agreementAcceptance)
    .where(and(eq(agreementAcceptance.userId, userId), eq(agreementAcceptance.version, version)));
  return rows.length > 0;
}

/** Saves which version of the agreement a person has accepted; the first time counts. */
export async function saveAcceptance(
  db: Db | Tx,
  acceptance: { userId: string; version: string; acceptedAt: Date; address: string },
): Promise<void> {
  await db.insert(agreementAcceptance).values(acceptance).onConflictDoNothing();
}

/** The owner of a draft that the platform opened, by its name and their phone; null once they have set a password. */
export async function findUnusedOwner(
  tx: Tx,
  { phone, company: name }: { phone: string; company: string },
): Promise<string | null> {
  const agreed = tx
    .select({ userId: agreementAcceptance.userId })
    .from(agreementAcceptance)
    .where(eq(agreementAcceptance.userId, user.id));
  const [row] = await tx
    .select({ userId: user.id })
    .from(user)
    .innerJoin(member, eq(member.userId, user.id))
    .innerJoin(company, eq(company.id, member.companyId))
    .innerJoin(credential, and(eq(credential.userId, user.id), eq(credential.providerId, 'credential')))
    .where(
      and(
        eq(user.phoneNumber, phone),
        // A person who registers alone has accepted the terms; a password that was set differs from the first one.
        eq(credential.updatedAt, credential.createdAt),
        eq(member.role, 'owner'),
        eq(company.name, name),
        eq(company.status, 'draft'),
        notExists(agreed),
      ),
    );
  return row?.userId ?? null;
}

/** How a company has registered; companies from before there were ways have registered alone. */
export async function findForm(db: Db | Tx, companyId: number): Promise<RegistrationForm> {
  const [row] = await db
    .select({ form: registration.form })
    .from(registration)
    .where(eq(registration.companyId, companyId));
  return row?.form ?? 'single';
}

/** Makes an empty company with its first application; answers its id. */
export async function insertDraftCompany(
  tx: Tx,
  { name, data, headId = null, now }: { name: string; data: CompanyData; headId?: number | null; now: Date },
): Promise<number> {
  const [made] = await tx
    .insert(company)
    .values({
      name,
      buyerType: data.buyerType ?? 'pharmacy',
      status: 'draft',
      province: data.province,
      city: data.city,
      district: data.district,
      regionCode: data.regionCode,
      headId,
      createdAt: now,
    })
    .returning({ id: company.id });
  if (made === undefined) throw new Error('no company was made');
  await tx
    .insert(companyApplication)
    .values({ companyId: made.id, kind: 'first', data, createdAt: now, updatedAt: now });
  return made.id;
}

/** The person who registers a company becomes its owner. */
export async function insertOwner(
  tx: Tx,
  { userId, companyId, form, now }: { userId: string; companyId: number; form: RegistrationForm; now: Date },
): Promise<void> {
  await tx.insert(member).values({ userId, companyId, role: 'owner', createdAt: now });
  await tx.insert(registration).values({ companyId, form, createdAt: now });
}

/** A company's first application as it is: the latest, with its way of registration. */
export async function findRegistration(db: Db | Tx, companyId: number) {
  const [row] = await db
    .select({
      id: companyApplication.id,
      status: companyApplication.status,
      state: sql<CompanyState>`${company.status}`,
      data: companyApplication.data,
      reason: companyApplication.reason,
      version: companyApplication.version,
      handedInAt: companyApplication.handedInAt,
      form: registration.form,
      stores: registration.stores,
    })
    .from(company)
    .leftJoin(
      companyApplication,
      and(eq(companyApplication.companyId, company.id), eq(companyApplication.kind, 'first')),
    )
    .leftJoin(registration, eq(registration.companyId, company.id))
    .where(eq(company.id, companyId))
    .orderBy(desc(companyApplication.id))
    .limit(1);
  return row ?? null;
}

/** Name and type of a company that was never approved, until the desk decides. */
export async function describeDraft(
  tx: Tx,
  companyId: number,
  { name, buyerType, province, city, district, regionCode }: CompanyData & { buyerType: BuyerType },
): Promise<void> {
  await tx
    .update(company)
    .set({ name, buyerType, province, city, district, regionCode })
    .where(and(eq(company.id, companyId), inArray(company.status, ['draft', 'rejected'])));
}
