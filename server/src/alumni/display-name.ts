import { sql } from 'kysely'

/** What a name is made of. */
export type NameParts = Partial<
  Record<
    'prefix' | 'first_name' | 'preferred_name' | 'middle_name' | 'former_last_name' | 'last_name' | 'suffix',
    string | null
  >
>

/** The full name as it is written: `Dr. Margaret "Peggy" Ann (Jones) O'Neil Jr.` Someone without any name has an empty one. */
export function displayName({
  prefix,
  first_name,
  preferred_name,
  middle_name,
  former_last_name,
  last_name,
  suffix,
}: NameParts): string {
  const preferred = present(preferred_name)
  const former = present(former_last_name)
  const isNickname = preferred && preferred.normalize('NFC') !== present(first_name).normalize('NFC')
  return [
    present(prefix),
    present(first_name),
    isNickname && `"${preferred}"`,
    present(middle_name),
    former && `(${former})`,
    present(last_name),
    present(suffix),
  ]
    .filter(Boolean)
    .join(' ')
}

/** The columns that `displayName` is made from, of the alumni in a query as `a`. */
export const nameParts = [
  'a.prefix',
  'a.first_name',
  'a.preferred_name',
  'a.middle_name',
  'a.former_last_name',
  'a.last_name',
  'a.suffix',
] as const
/** The same for SQL. */
export const nameColumns = sql.join(nameParts.map((column) => sql.ref(column)))

function present(part: string | null | undefined): string {
  return part?.trim() ?? ''
}
