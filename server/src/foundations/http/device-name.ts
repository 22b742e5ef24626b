/** The order matters, because a browser's User-Agent often contains names further down this list. */
const browsers = [
  ['The desktop app', /\bAlumniRelations\//],
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

export function deviceName(userAgent: string | undefined): string {
  const findName = (patterns: readonly (readonly [string, RegExp])[]) =>
    patterns.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0]
  const [browser, system] = [findName(browsers), findName(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (system ? `A browser on ${system}` : 'A browser')
}
