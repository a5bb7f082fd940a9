import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** IANA's special-purpose registries: addresses that do not belong to hosts on the public internet. */
const reserved4 = listOf('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
])
/** The only IPv6 range in public use. Mapped, translated and local addresses are all outside this range. */
const given6 = listOf('ipv6', [['2000::', 3]])
/** Teredo and other protocol assignments, documentation, 6to4: they can lead to any IPv4 address. */
const reserved6 = listOf('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])

function listOf(family: 'ipv4' | 'ipv6', subnets: [net: string, prefix: number][]): BlockList {
  const list = new BlockList()
  for (const [net, prefix] of subnets) list.addSubnet(net, prefix, family)
  return list
}

/** True for the address of a host on the public internet; false for this machine, its network and anything unclear. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !reserved4.check(address, 'ipv4')
  if (!isIPv6(address)) return false
  return given6.check(address, 'ipv6') && !reserved6.check(address, 'ipv6')
}
