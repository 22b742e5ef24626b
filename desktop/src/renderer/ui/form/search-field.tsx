import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { describeExcess } from './limited-input.tsx'
import { focusFirstRow, hasStaleRows } from '../table/table-rows.ts'
import { useSearchBoxEscape } from '../use-search-box-escape.ts'
import { useDebouncedText } from './use-debounced-text.ts'

export const maxSearchLength = 200

type SearchFieldProps = Pick<TextInputProps, 'className' | 'flex'> & {
  label: string
  hint: string
  value: string
  onFind: (q: string) => void
  error?: string | undefined
}

/**
 * Searches while the user types. The down arrow and Enter move the focus to the first row of the table, once it shows
 * the results for the text.
 */
export function SearchField({ label, hint, value, onFind, error, ...style }: SearchFieldProps) {
  const { text, change, flush } = useDebouncedText(value, (q) => q.length <= maxSearchLength && onFind(q), 300)
  const leave = useSearchBoxEscape(() => {
    change('')
    flush()
  })
  const enteredText = useRef<string>(undefined)

  const focusFirstResult = () => {
    if (enteredText.current !== value || hasStaleRows()) return
    enteredText.current = undefined
    focusFirstRow()
  }
  useEffect(focusFirstResult)

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      leave(event.currentTarget)
    } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault()
      enteredText.current = text.trim()
      flush()
      focusFirstResult()
    }
  }

  return (
    <TextInput
      {...style}
      type="search"
      aria-label={label}
      placeholder={hint}
      error={describeExcess(text, maxSearchLength) ?? error}
      leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
      value={text}
      onChange={(event) => {
        enteredText.current = undefined
        change(event.currentTarget.value)
      }}
      onBlur={() => (enteredText.current = undefined)}
      onKeyDown={onKeyDown}
      autoComplete="off"
      spellCheck={false}
    />
  )
}
