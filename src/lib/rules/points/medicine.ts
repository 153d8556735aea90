/** No medicine is given for points (rules 6): what a thing of the mall may not be. */
import { findProhibited } from '../goods/prohibited.ts';
import { drugOf } from '../names/drug-name.ts';

/** A drug of the catalogue. */
export interface KnownDrug {
  name: string;
  /** 中药饮片: also a food, so that only the whole name counts. */
  isHerb: boolean;
}

const approvals = /[国國]药准字|药[准制试]字|进口药品|药品注册/;
/** The number of an approval by itself: a letter of its kind and eight digits. */
const approvalNo = /(?:^|[^A-Z0-9])[HZSJBF][0-9]{8}(?:[^0-9]|$)/;
/** Shorter names stand in other words too: 氧, 碘伏. */
const leastLetters = 3;

/** Why a thing is refused as a medicine; null where it is none. `texts`: its name first, then what is said of it. */
export function findMedicineFault(
  [name = '', ...said]: readonly string[],
  drugs: Iterable<KnownDrug>,
): string | null {
  const all = plain([name, ...said].join(' '));
  if (approvals.test(all) || approvalNo.test(all)) return '带有药品批准文号，积分商城不兑换药品';
  if (findProhibited({ name }) !== null) return '属于禁售品类，积分商城不能兑换';
  const asked = plain(name);
  for (const drug of drugs) if (isNamed(asked, drug)) return `“${drug.name}”是药品，积分商城不兑换药品`;
  return null;
}

function isNamed(asked: string, { name, isHerb }: KnownDrug): boolean {
  const whole = plain(name);
  if (asked === whole) return true;
  if (isHerb) return false;
  if (whole.length >= leastLetters && asked.includes(whole)) return true;
  const { drug } = drugOf(name);
  return drug.length >= leastLetters && asked.includes(plain(drug));
}

function plain(text: string): string {
  return text.normalize('NFKC').toUpperCase().replaceAll(/\s/g, '');
}
