import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { tooLong } from './limited-input.tsx'
import { focusFirstRow } from '../table/table-rows.ts'
import { useBoxEscape } from '../use-box-escape.ts'
import { useTyped } from './use-typed.ts'

/** The maximum length of a search in a list, in characters. */
export const maxSearchLength = 200

type SearchFieldProps = Pick<TextInputProps, 'className' | 'flex'> & {
  what: string
  hint: string
  value: string
  onFind: (q: string) => void
  error?: string | undefined
}

/** Searches while one types; the arrow down and Enter lead to the rows, Escape out of the box. */
export function SearchField({ what, hint, value, onFind, error, ...style }: SearchFieldProps) {
  const { typed, type, settle } = useTyped(value, (q) => q.length <= maxSearchLength && onFind(q), 300)
  const leave = useBoxEscape(() => {
    type('')
    settle()
  })

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      leave(event.currentTarget)
    } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault()
      settle()
      focusFirstRow()
    }
  }

  return (
    <TextInput
      {...style}
      type="search"
      aria-label={what}
      placeholder={hint}
      error={tooLong(typed, maxSearchLength) ?? error}
      leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      autoComplete="off"
      spellCheck={false}
    />
  )
}
