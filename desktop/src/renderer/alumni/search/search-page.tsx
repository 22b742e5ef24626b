import { hasRole } from '@alumni/shared/staff/accounts'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { NobodyOnFile, useNobodyOnFile } from '../../domain/people/on-file.tsx'
import { Page } from '../../ui/page.tsx'
import { FilterChips } from '../../domain/searches/filter-chips.tsx'
import { SavedMenu } from '../../domain/searches/saved-menu.tsx'
import { useResults } from '../../domain/searches/use-results.ts'
import { useSession } from '../../domain/session/session.ts'
import { useLetterKey } from '../../ui/use-letter-key.ts'
import { chipsOf, filters, without, type Filter } from './chips.ts'
import { ExportEveryone } from './export-dialog.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { alumniSearchQuery, choicesQuery } from './queries.ts'
import { Results } from './results.tsx'
import { SearchBox } from './search-box.tsx'
import { isSearch, queryOf, wordsOf, useReturn, useSearchAddress } from './search-words.ts'
import { SelectionBar } from './selection-bar.tsx'
import { Tips } from './tips.tsx'
import { useSelection } from './use-selection.ts'
import classes from './search-page.module.css'

/** Finding alumni: one box, filters, and the list of those who fit. The address says it all. `start` is shown before anything is asked. */
export function SearchPage({ start }: { start: ReactNode }) {
  const { user } = useSession()
  const address = useSearchAddress()
  const { data: choices, isError: hasNoChoices, refetch: loadChoices } = useQuery(choicesQuery)
  const results = useResults(alumniSearchQuery(address.words), isSearch(address.words))
  const place = useReturn(address.words)
  const [isPanelOpen, { open, close }] = useDisclosure()
  const [filter, setFilter] = useState<Filter>()
  const openAt = (at?: Filter) => {
    setFilter(at)
    open()
  }
  useLetterKey('f', () => openAt())
  const isAsking = isSearch(address.words)
  const isEmpty = useNobodyOnFile()
  const selection = useSelection()
  const matching = results.page?.matching
  const query = queryOf(address.words)
  const chips = chipsOf(address.words, choices)
  const problemOf = (filter: Filter) =>
    filters[filter].map((word) => results.refusal?.fields[word]).find(Boolean) ??
    chips.find((chip) => chip.filter === filter)?.unknown

  return (
    <Page
      title="Search alumni"
      keepsFocus
      actions={
        <>
          <SavedMenu list="alumni_search" query={query} onOpen={(saved) => address.open(wordsOf(saved))} />
          {hasRole(user.role, 'staff') && isAsking && <ExportEveryone words={address.words} matching={matching} />}
        </>
      }
    >
      <SearchBox
        q={address.words.q ?? ''}
        isAsking={isAsking}
        results={results}
        place={place}
        onFind={(q) => address.change({ q })}
      />
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
          chips={chips}
          problemOf={problemOf}
          onOpen={openAt}
          onRemove={(...taken) => address.change(without(...taken))}
        />
      </div>
      {isAsking ? (
        <Results
          address={address}
          results={results}
          choices={choices}
          place={place}
          selection={selection.ofTable}
          bar={<SelectionBar selection={selection} words={address.words} matching={matching} />}
        />
      ) : (
        <>
          {isEmpty && (
            <NobodyOnFile>
              Everyone whom the CRM sends is found here, by name, identifier, address or phone number.
            </NobodyOnFile>
          )}
          {start}
          {!isEmpty && <Tips />}
        </>
      )}
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
