import type { SearchPage } from '@alumni/shared/alumni/search'
import { CloseButton, Loader, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { focusFirstRow } from '../../ui/table/table-rows.ts'
import type { Results } from '../../domain/searches/use-results.tsx'
import { useSearchBoxEscape } from '../../ui/use-search-box-escape.ts'
import { useDebouncedText } from '../../ui/form/use-debounced-text.ts'
import type { useListOrigin } from '../../domain/searches/list-origin.ts'

type SearchBoxProps = {
  q: string
  hasSearch: boolean
  results: Results<SearchPage>
  origin: ReturnType<typeof useListOrigin>
  onFind: (q: string) => void
}

/**
 * Searches while the user types. Enter opens the only match or focuses the first row. Escape leaves the box, and a
 * second Escape clears it.
 */
export function SearchBox({ q, hasSearch, results, origin, onFind }: SearchBoxProps) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const { text, change, flush } = useDebouncedText(q, onFind, 240)
  useFocusOnArrival(input, q !== '' || hasSearch)
  const enteredQuery = useRef<string>(undefined)

  const openMatch = () => {
    if (enteredQuery.current === undefined || enteredQuery.current !== q || results.isStale || !results.page) return
    enteredQuery.current = undefined
    const only = results.page.matching === 1 ? results.page.alumni[0] : undefined
    if (only) void navigate({ to: '/alumni/$id', params: { id: only.buid }, state: origin.markOpened(only.buid) })
    else focusFirstRow()
  }
  useEffect(openMatch)

  const clear = () => {
    change('')
    flush()
    input.current?.focus()
  }

  const leave = useSearchBoxEscape(clear)

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      leave(event.currentTarget)
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      focusFirstRow()
    } else if (event.key === 'Enter') {
      enteredQuery.current = text.trim()
      flush()
      openMatch()
    }
  }

  return (
    <TextInput
      ref={input}
      flex="0 1 480px"
      miw={0}
      type="text"
      role="searchbox"
      enterKeyHint="search"
      autoComplete="off"
      spellCheck={false}
      aria-label="Search alumni by name, BUID, contact ID, e-mail or phone"
      placeholder="Name, class, city, BUID, e-mail or phone"
      error={results.refusal?.fields.q}
      leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
      rightSection={
        results.isFetching ? (
          <Loader size={16} aria-hidden />
        ) : (
          text && <CloseButton size={32} aria-label="Clear the search" onClick={clear} />
        )
      }
      value={text}
      onChange={(event) => {
        enteredQuery.current = undefined
        change(event.currentTarget.value)
      }}
      onKeyDown={onKeyDown}
    />
  )
}

/** Focuses the box if no results are shown, but not on phones, where the on-screen keyboard would cover the page. */
function useFocusOnArrival(input: React.RefObject<HTMLInputElement | null>, hasList: boolean) {
  const hadList = useRef(hasList)
  useEffect(() => {
    if (!hadList.current && matchMedia('(hover: hover)').matches) input.current?.focus({ preventScroll: true })
  }, [input])
}
