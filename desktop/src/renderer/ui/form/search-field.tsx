import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { describeExcess } from './limited-input.tsx'
import { focusFirstRow } from '../table/table-rows.ts'
import { useBoxEscape } from '../use-box-escape.ts'
import { useDebouncedText } from './use-debounced-text.ts'

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
  const { typed, change, flush } = useDebouncedText(value, (q) => q.length <= maxSearchLength && onFind(q), 300)
  const leave = useBoxEscape(() => {
    change('')
    flush()
  })

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      leave(event.currentTarget)
    } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault()
      flush()
      focusFirstRow()
    }
  }

  return (
    <TextInput
      {...style}
      type="search"
      aria-label={what}
      placeholder={hint}
      error={describeExcess(typed, maxSearchLength) ?? error}
      leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      autoComplete="off"
      spellCheck={false}
    />
  )
}
