import { BlockList, isIP } from 'node:net'

/** Whether an address is one of the proxies whose `X-Forwarded-*` headers count. */
export type IsTrusted = (address: string | undefined) => boolean

const named: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Addresses, networks (`10.0.0.0/8`) or `loopback`, `linklocal`, `uniquelocal`: never "all". */
export function trustedProxies(proxies: readonly string[]): IsTrusted {
  const list = new BlockList()
  for (const proxy of proxies.flatMap((name) => named[name] ?? [name])) {
    const { address, bits, family } = parse(proxy)
    list.addSubnet(address, bits, family)
  }
  return (address) => {
    const family = isIP(address ?? '')
    return family !== 0 && list.check(address!, family === 6 ? 'ipv6' : 'ipv4')
  }
}

export function isProxyName(proxy: string): boolean {
  if (proxy in named) return true
  const { address, bits, family } = parse(proxy)
  return isIP(address) !== 0 && Number.isInteger(bits) && bits >= 1 && bits <= (family === 'ipv6' ? 128 : 32)
}

function parse(proxy: string) {
  const [address = '', prefix] = proxy.split('/')
  const family = isIP(address) === 6 ? ('ipv6' as const) : ('ipv4' as const)
  const whole = family === 'ipv6' ? 128 : 32
  return { address, bits: prefix === undefined ? whole : Number(prefix), family }
}
