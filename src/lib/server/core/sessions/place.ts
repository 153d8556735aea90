/** The rough location of an address: looked up in a file of the package ip2region, without a request. */
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { placeName } from '#lib/rules/text/address-text.ts';
import { isNear } from '../process/client-address.ts';

const load = createRequire(import.meta.url);

/** Its two files, 11 MB, are read at the first look-up of a process: the start does not wait for them. */
let search: ((address: string) => Parameters<typeof placeName>[0]) | undefined;

function openFiles(): NonNullable<typeof search> {
  const { default: Places }: typeof import('ip2region') = load('ip2region');
  const places = new Places();
  return (address) => places.search(address);
}

/** 广东省 深圳市; 内网 for a private address, 未知 for an unknown one, empty for none. */
export function placeOf(address: string): string {
  if (address === '') return '';
  // The value from a proxy may be anything.
  if (isIP(address) === 0) return '未知';
  if (isNear(address)) return '内网';
  search ??= openFiles();
  return placeName(search(address)) ?? '未知';
}
