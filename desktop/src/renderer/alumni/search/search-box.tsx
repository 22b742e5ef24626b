import type { SearchPage } from '@alumni/shared/alumni/search'
import { CloseButton, Loader, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { focusFirstRow } from '../../ui/table/table-rows.ts'
import type { Results } from '../../domain/searches/use-results.tsx'
import { useBoxEscape } from '../../ui/use-box-escape.ts'
import { useDebouncedText } from '../../ui/form/use-debounced-text.ts'
import type { useListOrigin } from '../../domain/searches/list-origin.ts'

type SearchBoxProps = {
  q: string
  /** Whether the list of a search is there. */
  isAsking: boolean
  results: Results<SearchPage>
  place: ReturnType<typeof useListOrigin>
  onFind: (q: string) => void
}

/**
 * Searches while one types. Enter opens the only one found, or goes to the first; Escape leaves the box, and then
 * clears it.
 */
export function SearchBox({ q, isAsking, results, place, onFind }: SearchBoxProps) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const { typed, change, flush } = useDebouncedText(q, onFind, 240)
  useFocusOnArrival(input, q !== '' || isAsking)
  const entered = useRef<string>(undefined)

  /** Enter counts once its answer is there, for those who paste and press at once. */
  const goOn = () => {
    if (entered.current === undefined || entered.current !== q || results.isStale || !results.page) return
    entered.current = undefined
    const only = results.page.matching === 1 ? results.page.alumni[0] : undefined
    if (only) void navigate({ to: '/alumni/$id', params: { id: only.buid }, state: place.leaveBy(only.buid) })
    else focusFirstRow()
  }
  useEffect(goOn)

  const clear = () => {
    change('')
    flush()
    input.current?.focus()
  }

  const leave = useBoxEscape(clear)

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      leave(event.currentTarget)
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      focusFirstRow()
    } else if (event.key === 'Enter') {
      entered.current = typed.trim()
      flush()
      goOn()
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
          typed && <CloseButton size={32} aria-label="Clear the search" onClick={clear} />
        )
      }
      value={typed}
      onChange={(event) => {
        entered.current = undefined
        change(event.currentTarget.value)
      }}
      onKeyDown={onKeyDown}
    />
  )
}

/**
 * Only where there is nothing else to do: over a list the keys of the list work at once. Not on phones, where a
 * keyboard would cover the page.
 */
function useFocusOnArrival(input: React.RefObject<HTMLInputElement | null>, hasList: boolean) {
  const isLeftAlone = useRef(hasList)
  useEffect(() => {
    if (!isLeftAlone.current && matchMedia('(hover: hover)').matches) input.current?.focus({ preventScroll: true })
  }, [input])
}
