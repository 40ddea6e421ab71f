/**
 * Whose address a request counts for: the socket's own, or what a proxy that is trusted wrote into X-Forwarded-For.
 *
 *   none     nobody is trusted: the socket's own
 *   private  a proxy that connects from this machine or a private network is trusted, anybody else is not; the caller is the last
 *            address in the list that is not private, since further proxies of the house may stand in it
 *   any      whoever connects is the proxy, and the last address is the caller
 *   2, 3...  whoever connects is the last of so many proxies, each of which has added an address: the caller stands that far from
 *            the end, whatever it wrote before
 *
 * With `private`, a caller whose own address is private passes for one more proxy and can put any address before it: only a number is
 * proof against callers inside the network. proxy-addr, with subnets and with a number, does the same.
 */
import { BlockList, isIP, isIPv6 } from 'node:net';

export const proxyTrusts = ['none', 'private', 'any'] as const;
/** A number of proxies, or a word. */
export type ProxyTrust = (typeof proxyTrusts)[number] | number;

const privately = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privately.addSubnet(network, bits, 'ipv4');
privately.addAddress('::1', 'ipv6');
privately.addSubnet('fc00::', 7, 'ipv6');
privately.addSubnet('fe80::', 10, 'ipv6');

export function senderOf(peer: string | undefined, forwarded: string | undefined, trust: ProxyTrust): string {
  const own = plain(peer ?? '');
  if (forwarded === undefined || !isProxy(peer, trust)) return counted(own);
  const named = forwarded.split(',').map((text) => plain(text.trim()));
  // The last was written by the proxy that connects here; before it stand those of further proxies, and what the caller made up.
  const caller =
    trust === 'private'
      ? (named.findLast((address) => !isPrivate(address)) ?? (named.at(-1) as string))
      : (named.at(trust === 'any' ? -1 : -Number(trust)) ?? (named[0] as string));
  return counted(isIP(caller) ? caller : own);
}

/** Whether whoever connects from here speaks for others. */
export function isProxy(peer: string | undefined, trust: ProxyTrust): boolean {
  return trust === 'private' ? isPrivate(plain(peer ?? '')) : trust !== 'none';
}

/** The loopback address that clients use unless told otherwise; others of 127.0.0.0/8 are counted like any address. */
export function isSelf(peer: string | undefined): boolean {
  return peer === '127.0.0.1' || peer === '::1' || peer === '::ffff:127.0.0.1';
}

function isPrivate(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && privately.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/** Without the port that some proxies add, and without the shell that IPv6 puts around an address of IPv4. */
function plain(text: string): string {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return isIPv6(bare) ? spelled(bare) : bare.slice(0, 60);
}

/** One address of IPv6 has one spelling: small letters, no zeros in front, no zone; one of IPv4 inside it is that one. */
function spelled(address: string): string {
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [, high, low] = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(hostname) ?? [];
  if (high === undefined || low === undefined) return hostname.slice(1, -1);
  return [high, low].flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]).join('.');
}

/** One customer of IPv6 has a whole /64 of addresses. */
function counted(address: string): string {
  if (address === '') return 'unknown';
  return isIPv6(address) ? `${fullIPv6(address).split(':').slice(0, 4).join(':')}::/64` : address;
}

function fullIPv6(text: string): string {
  const [head = '', tail] = text.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right].join(':');
}
