import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { searchFilters } from '@alumni/shared/alumni/search'
import { importType } from '@alumni/shared/exchange/imports'

export const linkScheme = 'alumni'

export type Destination = { path: string } | { importId: string }

/** Parses a link such as `alumni://alumnus/B00000001`; returns undefined if it is invalid. */
export function parseDeepLink(link: string): Destination | undefined {
  if (link.length > 2000 || !URL.canParse(link)) return undefined
  const url = new URL(link)
  if (url.protocol !== `${linkScheme}:` || url.username || url.password || url.hash) return undefined
  return destinationOf(url.host.toLowerCase(), url.pathname.split('/').filter(Boolean), url.searchParams)
}

function destinationOf(host: string, parts: string[], searchParams: URLSearchParams): Destination | undefined {
  if (host === 'alumnus' && parts.length === 1 && /^B\d{8}$/i.test(parts[0]!))
    return { path: `/alumni/${parts[0]!.toUpperCase()}` }
  if (host === 'import' && parts.length === 1 && isId(parts[0]!)) return { importId: parts[0]! }
  if (host === 'import' && parts.length === 2 && importType.safeParse(parts[0]).success && isId(parts[1]!))
    return { path: `/settings/imports/${parts[0]}/batches/${parts[1]}` }
  if (host === 'search' && parts.length === 0) return { path: `/alumni_search${filterQuery(searchParams)}` }
  return undefined
}

export function findLink(args: readonly string[]): string | undefined {
  return args.find((arg) => arg.toLowerCase().startsWith(`${linkScheme}://`))
}

/** Returns the paths of CSV files in the program's arguments, which can be file URLs or paths relative to `folder`. */
export function findCsvFiles(args: readonly string[], folder: string): string[] {
  return args
    .slice(1)
    .filter((arg) => !arg.startsWith('-') && /\.csv$/i.test(arg))
    .flatMap((arg) => {
      if (!/^[a-z]+:\/\//i.test(arg)) return [resolve(folder, arg)]
      try {
        return [fileURLToPath(arg)]
      } catch {
        return []
      }
    })
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text)
}

function filterQuery(params: URLSearchParams): string {
  const known = new URLSearchParams([...params].filter(([name]) => name in searchFilters.shape))
  return known.size > 0 ? `?${known}` : ''
}
