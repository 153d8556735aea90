/** Where an address is used, roughly: looked up in a file of the package ip2region, asked of nobody. */
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { placeName } from '#lib/rules/text/place-name.ts';
import { isNear } from '../process/client-address.ts';

const load = createRequire(import.meta.url);

/** Its two files, 11 MB, are read by the first look-up of a process: no start waits for them. */
let search: ((address: string) => Parameters<typeof placeName>[0]) | undefined;

function openFiles(): NonNullable<typeof search> {
  const { default: Places }: typeof import('ip2region') = load('ip2region');
  const places = new Places();
  return (address) => places.search(address);
}

/** 广东省 深圳市; 内网 for an address of the own network, 未知 for one that nobody knows, empty for none. */
export function placeOf(address: string): string {
  if (address === '') return '';
  // What a proxy wrote may be anything.
  if (isIP(address) === 0) return '未知';
  if (isNear(address)) return '内网';
  search ??= openFiles();
  return placeName(search(address)) ?? '未知';
}
