/** Companies that have handed in, for tests of the review: written into the tables. */
import { and, eq } from 'drizzle-orm';
import type { CompanyData } from '#lib/rules/companies/application.ts';
import type { PaperKind } from '#lib/rules/companies/qualification.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { findCheckDigit } from '#lib/rules/text/credit-code.ts';
import type { Db } from '#lib/server/db/client.ts';
import { company, companyApplication, paper } from '#lib/server/db/schema.ts';

/** A right code, another for each number. */
export function codeOf(number: number): string {
  const first = `91420100TEST${String(number).padStart(5, '0')}`.replaceAll('S', '5').replaceAll('I', '1');
  return `${first}${findCheckDigit(first)}`;
}

const place = { province: '湖北省', city: '武汉市', district: '江岸区', regionCode: '420102' };

export function dataOf(number: number): CompanyData {
  return {
    name: `待审大药房${number}`,
    creditCode: codeOf(number),
    buyerType: 'pharmacy',
    ...place,
    receiver: '收货人',
    phone: '13800000000',
    detail: '一路1号',
    scopes: ['中成药', '其他'],
  };
}

const kinds: PaperKind[] = ['business_licence', 'drug_licence', 'legal_person_id', 'purchase_authorisation'];

/** A company that waits, with its papers; answers company, application and papers by their kind. */
export async function handedIn(db: Db, number: number, handedInAt = new Date()) {
  const data = dataOf(number);
  const { name, creditCode } = data;
  const [{ id: companyId } = { id: 0 }] = await db
    .insert(company)
    .values({ name, creditCode, buyerType: 'pharmacy', status: 'reviewing', ...place })
    .returning({ id: company.id });
  const [{ id } = { id: 0 }] = await db
    .insert(companyApplication)
    .values({ companyId, kind: 'first', status: 'waiting', data, handedInAt })
    .returning({ id: companyApplication.id });
  const papers = await handInPapers(db, companyId, id, number);
  return { companyId, id, papers };
}

/** Papers that wait, each until next year. */
export async function handInPapers(db: Db, companyId: number, applicationId: number, number: number) {
  const dayMs = 86_400_000;
  const rows = await db
    .insert(paper)
    .values(
      kinds.map((kind) => ({
        companyId,
        applicationId,
        kind,
        number: kind === 'business_licence' ? codeOf(number) : `${kind}${number}`,
        validFrom: dayKey(Date.now() - 100 * dayMs),
        validTo: dayKey(Date.now() + 365 * dayMs),
        status: 'reviewing' as const,
      })),
    )
    .returning({ id: paper.id, kind: paper.kind });
  return Object.fromEntries(rows.map((row) => [row.kind, row.id])) as Record<PaperKind, number>;
}

/** How the papers of a company stand, by kind: the last of each. */
export async function papersOf(db: Db, companyId: number, kind: PaperKind) {
  const rows = await db
    .select({ status: paper.status, reason: paper.reason, number: paper.number })
    .from(paper)
    .where(and(eq(paper.companyId, companyId), eq(paper.kind, kind)))
    .orderBy(paper.id);
  return rows;
}
