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

function present(part: string | null | undefined): string {
  return part?.trim() ?? ''
}
