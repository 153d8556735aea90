/** Names without their beginning, which may be another drug's. */
import type { ReadProduct } from './product.ts';

/** Heads of devices' names that nobody writes: 棉签 for 医用棉签. */
export const plainHead = /^(?:医用|一次性使用(?:无菌|医用)?|一次性|天然胶乳橡胶|电子|免洗)+/;

/** Whether a name lacks the beginning of this one, which may make another drug of it: 止咳糖浆 for 小儿止咳糖浆. */
export function isHeadless(written: string, { name, drug }: ReadProduct): boolean {
  const first = [...written][0] ?? '';
  return ![name, drug.drug, name.replace(plainHead, ''), drug.drug.replace(plainHead, '')].some((one) =>
    one.startsWith(first),
  );
}
