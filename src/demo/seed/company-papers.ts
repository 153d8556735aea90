/** The documents of the demo companies. */
import type { PaperKind } from '#lib/rules/companies/qualification.ts';
import type { paper } from '#lib/server/db/schema.ts';
import type { Story } from './company-stories.ts';
import { creditCode } from './credit-code.ts';
import { dayFrom } from './dates.ts';

type PaperValues = typeof paper.$inferInsert;

/** Kinds of documents that a company of each type has submitted (rules 2). */
const papersOf = {
  pharmacy: [
    'business_licence',
    'drug_licence',
    'legal_person_id',
    'purchase_authorisation',
    'food_licence',
    'device_filing',
    'invoice_details',
  ],
  clinic: [
    'practice_licence',
    'legal_person_id',
    'purchase_authorisation',
    'business_licence',
    'food_licence',
    'device_filing',
  ],
} as const;

const prefixes: Record<string, string> = {
  business_licence: '',
  drug_licence: '示DA999',
  practice_licence: '示PDY999',
  legal_person_id: '示ID999',
  purchase_authorisation: '示SQ999',
  food_licence: '示JY999',
  device_filing: '示食药监械经营备999',
  invoice_details: '示KP999',
};
const withoutEnd = ['business_licence', 'invoice_details'];

/** The documents of a company: valid or waiting ones, and the replacement of one. */
export function paperValues(story: Story, companyId: number, now: Date): PaperValues[] {
  return papersOf[story.buyerType].flatMap((kind, at) => {
    if (kind === story.missing) return [];
    const own = paperOf(story, companyId, kind, at, now);
    if (kind !== story.replaces) return [own];
    const fresh = { validFrom: dayFrom(now, -20), validTo: dayFrom(now, 1806), status: 'reviewing' } as const;
    return [own, { ...own, ...fresh, number: `${own.number}1` }];
  });
}

/** Faults of the documents of a refused company. */
const flaws: Partial<Record<PaperKind, string>> = {
  drug_licence: '照片不清晰，看不清许可证编号',
  purchase_authorisation: '缺少法人签字',
};

function paperOf(story: Story, companyId: number, kind: PaperKind, at: number, now: Date): PaperValues {
  const isExpired = (story.login === 'expired' && kind === 'drug_licence') || kind === story.lapsed;
  // One licence of demo expires soon, to demonstrate the reminder.
  const isLate = story.login === 'demo' && kind === 'food_licence';
  const days = isExpired ? -12 : kind === story.replaces ? 200 : isLate ? 40 : 500 + at * 60;
  const refused = story.status === 'rejected' ? flaws[kind] : undefined;
  return {
    companyId,
    kind,
    number:
      kind === 'business_licence'
        ? creditCode(story.place.regionCode, companyId)
        : `${prefixes[kind]}${String(companyId * 100 + at).padStart(5, '0')}`,
    validFrom: dayFrom(now, days - 1826),
    validTo: withoutEnd.includes(kind) ? null : dayFrom(now, days),
    status: refused !== undefined ? 'rejected' : story.status === 'reviewing' ? 'reviewing' : 'approved',
    reason: refused ?? null,
  };
}
