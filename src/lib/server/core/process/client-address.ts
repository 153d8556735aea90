/** What an address says about the caller: all browsers behind an untrusted proxy have the proxy's address. */
import { BlockList, isIP, isIPv6 } from 'node:net';
import { env } from './env.ts';
import { log } from './log.ts';

/** The client's address as determined by our server (web/exchange.ts). */
export const clientAddressHeader = 'x-client-address';

/** Addresses of this machine and of private networks: where a proxy in front of the shop runs. */
const near = new BlockList();
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
] as const)
  near.addSubnet(net, bits);
for (const [net, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  near.addSubnet(net, bits, 'ipv6');

/** True for an address of this machine or of a private network. */
export function isNear(address: string): boolean {
  return near.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

let isWarned = false;

/**
 * True when an address may stand for many browsers: a near one that forwards other addresses which TRUST_PROXY does not
 * accept. Limits by address would lock everybody out there. From a far address the header proves nothing: anyone can
 * send it.
 */
export function isSharedAddress(address: string, headers: Pick<Headers, 'get'>): boolean {
  if (
    env().TRUST_PROXY ||
    !['x-forwarded-for', 'forwarded', 'x-real-ip'].some((name) => headers.get(name) !== null)
  )
    return false;
  if (!isWarned) {
    isWarned = true;
    log().warn(
      { proxy: address },
      'requests come through a proxy, but TRUST_PROXY is off: every browser has the proxy’s address, limits by address do not hold',
    );
  }
  return isNear(address);
}

/** The part of an address that a client cannot change at will: for IPv6 the network (/64) is the client. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = tail === undefined ? left : [...left, ...zeros, ...right];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/**
 * Key for shares of the server: the network of the caller. Behind an untrusted proxy it is the forwarded address,
 * because otherwise all browsers would share one queue that one of them could fill. Keys can be forged there; therefore
 * no limit that must hold (wrong passwords) uses it.
 */
export function senderKey(address: string, headers: Pick<Headers, 'get'>): string {
  if (!isSharedAddress(address, headers)) return addressKey(address);
  const said = (headers.get('x-forwarded-for') ?? headers.get('x-real-ip') ?? '').split(',').at(-1)?.trim();
  return addressKey(said !== undefined && isIP(said) !== 0 ? said : address);
}
