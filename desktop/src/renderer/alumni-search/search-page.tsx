import { hasRole } from '@alumni/shared/staff'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Page } from '../ui/page.tsx'
import { useSession } from '../ui/session.ts'
import { useLetterKey } from '../ui/use-letter-key.ts'
import type { Filter } from './chips.ts'
import { ExportButton } from './export-button.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { choicesQuery } from './queries.ts'
import { Results } from './results.tsx'
import { SavedMenu } from './saved-menu.tsx'
import { SearchBox } from './search-box.tsx'
import { isSearch } from './search-words.ts'
import { Start } from './start.tsx'
import { useReturn } from './use-return.ts'
import { useResults } from './use-results.ts'
import { useSearchAddress } from './use-search-address.ts'
import classes from './search-page.module.css'

/** Finding alumni: one box, filters, and the list of those who fit. The address says it all. */
export function SearchPage() {
  const { user } = useSession()
  const address = useSearchAddress()
  const { data: choices, isError: hasNoChoices, refetch: loadChoices } = useQuery(choicesQuery)
  const results = useResults(address.words)
  const place = useReturn(address.words)
  const [isPanelOpen, { open, close }] = useDisclosure()
  const [filter, setFilter] = useState<Filter>()
  const openAt = (at?: Filter) => {
    setFilter(at)
    open()
  }
  useLetterKey('f', () => openAt())
  const isAsking = isSearch(address.words)
  const matching = results.page?.matching

  return (
    <Page
      title="Search alumni"
      keepsFocus
      actions={
        <>
          <SavedMenu words={address.words} onOpen={address.open} />
          {hasRole(user.role, 'staff') && isAsking && <ExportButton words={address.words} matching={matching} />}
        </>
      }
    >
      <SearchBox q={address.words.q ?? ''} results={results} place={place} onFind={(q) => address.change({ q })} />
      <div className={classes.tools}>
        <Button
          variant="default"
          leftSection={<IconFilter size={16} stroke={1.6} aria-hidden />}
          onClick={() => openAt()}
          aria-keyshortcuts="f"
        >
          Filter
        </Button>
        <FilterChips
          words={address.words}
          choices={choices}
          refused={results.refusal?.fields}
          onOpen={openAt}
          onChange={address.change}
        />
      </div>
      {isAsking ? <Results address={address} results={results} choices={choices} place={place} /> : <Start />}
      <FilterPanel
        isOpen={isPanelOpen}
        at={filter}
        words={address.words}
        choices={choices}
        refused={results.refusal?.fields}
        matching={matching}
        onRetry={hasNoChoices ? loadChoices : undefined}
        onChange={address.change}
        onClose={close}
      />
    </Page>
  )
}
