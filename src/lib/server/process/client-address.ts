/** What an address says about who asks: browsers behind a proxy that is not trusted all come from the proxy's. */
import { BlockList, isIP, isIPv6 } from 'node:net';
import { env } from './env.ts';
import { log } from './log.ts';

/** Addresses of the own machine and of private networks: where a proxy in front of the shop stands. */
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

/** True for an address of the own machine or of a private network. */
export function isNear(address: string): boolean {
  return near.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

let isWarned = false;

/**
 * True when an address stands for many browsers: a near one that passes on other addresses which TRUST_PROXY does not
 * let count. Limits by address would lock everybody out there. From afar the header proves nothing: anyone can send it.
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

/** What one client can change of its address at will does not count: of IPv6 the network (/64) is the client. */
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
 * Key under which shares of the server are counted: the network of who asks. Behind a proxy that is not trusted it is
 * what the proxy says, for else all browsers would share one line, and one of them could fill it. Somebody may invent
 * keys there; therefore no limit that must hold (wrong passwords) goes by it.
 */
export function senderKey(address: string, headers: Pick<Headers, 'get'>): string {
  if (!isSharedAddress(address, headers)) return addressKey(address);
  const said = (headers.get('x-forwarded-for') ?? headers.get('x-real-ip') ?? '').split(',').at(-1)?.trim();
  return addressKey(said !== undefined && isIP(said) !== 0 ? said : address);
}
