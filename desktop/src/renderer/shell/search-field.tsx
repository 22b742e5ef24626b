import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'

type SearchFieldProps = { what: string; hint: string; value: string; onFind: (q: string) => void; className?: string | undefined }

/** Looks while one types; what is found comes from the address. */
export function SearchField({ what, hint, value, onFind, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const find = useDebouncedCallback((q: string) => onFind(q.trim()), 300)
  useEffect(() => setTyped((before) => (before.trim() === value ? before : value)), [value])
  return (
    <TextInput
      className={className}
      type="search"
      maxLength={200}
      aria-label={what}
      placeholder={hint}
      leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        find(event.currentTarget.value)
      }}
    />
  )
}
