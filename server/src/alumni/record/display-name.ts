import type { NameField } from './name-columns.ts'

export type NameParts = Partial<Record<NameField, string | null>>

/** Returns, for example, `Dr. Margaret "Peggy" Ann (Jones) O'Neil Jr.`, or '' if there is no name. */
export function displayName(parts: NameParts): string {
  const { prefix, first_name, preferred_name, middle_name, former_last_name, last_name, suffix } = parts
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

/** Returns `O'Neil Jr., Margaret "Peggy" Ann (Jones), Dr.`, or the same as `displayName` without a last name. */
export function formatSurnameFirst({ prefix, last_name, suffix, ...givenNames }: NameParts): string {
  if (!present(last_name)) return displayName({ prefix, suffix, ...givenNames })
  return [[last_name, suffix].map(present).filter(Boolean).join(' '), displayName(givenNames), present(prefix)]
    .filter(Boolean)
    .join(', ')
}

function present(part: string | null | undefined): string {
  return part?.trim() ?? ''
}
