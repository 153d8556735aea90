/** Who may sign a contract for a buying company, and by which authority (rules 20). */
import { type Paper, paperNames, paperValidity } from '../companies/qualification.ts';
import { type Role, roleMay, roleRefusal } from '../companies/roles.ts';
import { dayKey } from '../terms/activity-time.ts';
import type { EpochMs } from '../terms/terms.ts';

/** The letter of authority that a signature names. Days are Shanghai's; null without that end. */
export interface Authority {
  validFrom: string | null;
  validTo: string | null;
}

type SignRight = { refusal: null; authority: Authority } | { refusal: string; authority: null };

const letter = paperNames.purchase_authorisation;

/**
 * Whether a person may sign now: by their role, and by a letter of authority (采购授权委托书) of the company that covers
 * the day. Its end after the signature does not end the contract. The refusal says what to do.
 */
export function signRight(
  { role, papers }: { role: Role; papers: readonly Paper[] },
  now: EpochMs,
): SignRight {
  if (!roleMay(role, 'sign')) return { refusal: roleRefusal(role, 'sign'), authority: null };
  const letters = papers.filter(({ kind }) => kind === 'purchase_authorisation');
  const covering = letters.find((paper) => ['valid', 'expiring'].includes(paperValidity(paper, now)));
  if (covering !== undefined) return { refusal: null, authority: daysOf(covering) };
  const [latest] = letters.toSorted((a, b) => (b.validTo ?? 0) - (a.validTo ?? 0));
  return { refusal: lackOf(latest, now), authority: null };
}

function lackOf(paper: Paper | undefined, now: EpochMs): string {
  const then = '请在“资质证件”上传新的委托书，审核通过后再签署';
  if (paper === undefined) return `贵企业没有有效的${letter}，不能签署合同。${then}`;
  const { validFrom, validTo } = daysOf(paper);
  if (paperValidity(paper, now) === 'not_yet')
    return `${letter}自${validFrom ?? ''}起生效，生效后才能签署合同`;
  return `${letter}已于${validTo ?? ''}到期，不能签署合同。${then}`;
}

function daysOf({ validFrom, validTo }: Paper): Authority {
  return {
    validFrom: validFrom === null ? null : dayKey(validFrom),
    validTo: validTo === null ? null : dayKey(validTo),
  };
}
