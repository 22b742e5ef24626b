import { BlockList, isIP } from 'node:net'

/** Whether an address is one of the proxies whose `X-Forwarded-*` headers count. */
export type IsTrusted = (address: string | undefined) => boolean

const named: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Addresses, networks (`10.0.0.0/8`) or `loopback`, `linklocal`, `uniquelocal`. Throws on anything else: never "all". */
export function trustedProxies(proxies: readonly string[]): IsTrusted {
  const list = new BlockList()
  for (const proxy of proxies.flatMap((name) => named[name] ?? [name])) add(list, proxy)
  return (address) => {
    const family = isIP(address ?? '')
    return family !== 0 && list.check(address!, family === 6 ? 'ipv6' : 'ipv4')
  }
}

function add(list: BlockList, proxy: string): void {
  const [address = '', prefix] = proxy.split('/')
  const family = isIP(address)
  const bits = prefix === undefined ? undefined : Number(prefix)
  const most = family === 6 ? 128 : 32
  if (family === 0 || (bits !== undefined && !(Number.isInteger(bits) && bits >= 1 && bits <= most))) {
    throw new Error(`TRUST_PROXY: "${proxy}" is not an address or a network such as 10.0.0.0/8.`)
  }
  if (bits === undefined) list.addAddress(address, family === 6 ? 'ipv6' : 'ipv4')
  else list.addSubnet(address, bits, family === 6 ? 'ipv6' : 'ipv4')
}
