import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTyped } from './use-typed.ts'

type SearchFieldProps = {
  what: string
  hint: string
  value: string
  onFind: (q: string) => void
  className?: string | undefined
}

/** Looks while one types; what is found comes from the address. */
export function SearchField({ what, hint, value, onFind, className }: SearchFieldProps) {
  const { typed, type } = useTyped(value, onFind, 300)
  return (
    <TextInput
      className={className}
      type="search"
      maxLength={200}
      aria-label={what}
      placeholder={hint}
      leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
