export type NameParts = Partial<
  Record<
    'prefix' | 'first_name' | 'preferred_name' | 'middle_name' | 'former_last_name' | 'last_name' | 'suffix',
    string | null
  >
>

/**
 * The full name as it is written: `Dr. Margaret "Peggy" Ann (Jones) O'Neil Jr.` Someone without any name has an empty
 * one.
 */
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

/**
 * The name as an index has it, last name first: `O'Neil Jr., Margaret "Peggy" Ann (Jones), Dr.` Who has no last name
 * stands under the first.
 */
export function surnameFirst({ prefix, last_name, suffix, ...given }: NameParts): string {
  if (!present(last_name)) return displayName({ prefix, suffix, ...given })
  return [[last_name, suffix].map(present).filter(Boolean).join(' '), displayName(given), present(prefix)]
    .filter(Boolean)
    .join(', ')
}

function present(part: string | null | undefined): string {
  return part?.trim() ?? ''
}
