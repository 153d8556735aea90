/** Names in editors' zones that this shop's database does not have: their items would never be found. */
import type { ZoneFacts } from '#lib/contract/zones.ts';
import type { Db } from '../db/client.ts';
import { type KnownNames, listKnownNames } from './rows.ts';

type Named = Pick<ZoneFacts, 'goods' | 'parts' | 'ads'>;

const fields = [
  ['categories', '分类'],
  ['merchants', '商家'],
  ['makers', '厂家'],
  ['brands', '品牌'],
] as const;

/** A sentence for each unknown name of a zone and its parts. */
export function unknownNames({ goods, parts, ads }: Named, known: KnownNames): string[] {
  const scopes = [goods, ...parts.map((part) => part.goods)];
  const names = scopes.flatMap((scope) =>
    fields.flatMap(([field, label]) =>
      (scope[field] ?? [])
        .filter((name) => !known[field].includes(cleanPath(name)))
        .map((name) => `${label}“${name}”在商品库里没有`),
    ),
  );
  const isUnknown = ads !== undefined && !known.slots.includes(ads);
  return [...new Set(names), ...(isUnknown ? [`广告位“${ads}”没有广告`] : [])];
}

/** `化学药 / 心脑血管` is read like `化学药/心脑血管`. */
function cleanPath(name: string): string {
  return name
    .split('/')
    .map((part) => part.trim())
    .join('/');
}

/** The same for many zones, by their files. */
export async function findUnknownNames(
  db: Db,
  zones: readonly (Named & { file: string })[],
): Promise<{ file: string; sentence: string }[]> {
  const known = await listKnownNames(db);
  return zones.flatMap(({ file, ...zone }) =>
    unknownNames(zone, known).map((sentence) => ({ file, sentence })),
  );
}
