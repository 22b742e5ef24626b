export function mailLink(address: string, subject: string, body?: string) {
  const to = encodeURIComponent(address).replace('%40', '@')
  const text = body ? `&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}` : ''
  return `mailto:${to}?subject=${encodeURIComponent(subject)}${text}`
}
