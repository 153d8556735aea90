/** Different drugs with similar names: a line that names one of them is never taken for the other. */
import type { ReadProduct } from './product.ts';
import type { PurchaseLine } from './purchase-line.ts';

/** Prefixes that make another drug: 左氧氟沙星, 复方丹参, 氨氯地平贝那普利. */
const before =
  /(?:左|右|异|单|双|地|去|去氧|消旋|艾司|埃索|复方|小儿|(?:地平|沙坦|普利|西林|他汀|洛尔|噻嗪|双胍|列汀|列净|沙星|霉素|格雷)[钠钾钙]?)$/;
const changed = /^(?:左|右|异|单|双|地|去氧|去|消旋|艾司|埃索|复方)/;

/** Suffixes that make another drug: 泼尼松龙, 阿莫西林克拉维酸钾, 缬沙坦氢氯噻嗪. */
const behind =
  /^[钠钾钙镁]?(?:龙|酯|醇|双酯|克拉维酸|舒巴坦|他唑巴坦|氢氯噻嗪|氨氯地平|福莫特罗|地塞米松|氯化钠|伪麻|二甲双胍)/;

const vitamin = /维生素[a-z]\d*/;

/** Whether a line names another drug that is only written like this one: 氯雷他定 for 地氯雷他定, 泼尼松龙 for 泼尼松. */
export function isOtherDrug({ text }: PurchaseLine, { name, drug: { drug } }: ReadProduct): boolean {
  const [meant] = vitamin.exec(text) ?? [];
  if (meant !== undefined && vitamin.test(drug) && vitamin.exec(drug)?.[0] !== meant) return true;
  const at = text.indexOf(drug);
  if (at >= 0) return !holdsAround(text, at, drug, name);
  if (drug.length < 3) return false;
  const rest = drug.replace(changed, '');
  return rest !== drug && rest.length >= 3 && text.includes(rest);
}

/** Whether the text around a drug in a line belongs to this name, or makes no other drug of it. */
function holdsAround(text: string, at: number, drug: string, name: string): boolean {
  const [ahead] = before.exec(text.slice(0, at)) ?? [];
  const [after] = behind.exec(text.slice(at + drug.length)) ?? [];
  return (
    (ahead === undefined || name.includes(ahead + drug)) &&
    (after === undefined || name.includes(drug + after))
  );
}

/** The longest of these drugs that occurs in a line unchanged; null for none. */
export function drugNamed(line: PurchaseLine, reads: readonly ReadProduct[]): string | null {
  let longest: string | null = null;
  for (const read of reads) {
    const { drug, form } = read.drug;
    if (drug.length < 3 || form === '' || drug.length <= (longest?.length ?? 0)) continue;
    if (line.text.includes(drug) && !isOtherDrug(line, read)) longest = drug;
  }
  return longest;
}
