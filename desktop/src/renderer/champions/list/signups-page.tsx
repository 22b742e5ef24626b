import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Page } from '../../ui/page.tsx'
import { RequireRole } from '../../domain/session/require-role.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { FilterChips } from '../../domain/searches/filter-chips.tsx'
import { SavedMenu } from '../../domain/searches/saved-menu.tsx'
import { useColumns } from '../../domain/searches/columns-menu.tsx'
import { useLeftRow } from '../../domain/searches/use-left-row.ts'
import { useResults } from '../../domain/searches/use-results.ts'
import { useLetterKey } from '../../ui/use-letter-key.ts'
import { chipsOf, filters, unknownIn, without, type Filter } from './chips.ts'
import { columnNames, usualColumns, type ChoosableColumn } from './columns.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { choicesQuery, signupsListQuery, signupsUrl } from './queries.ts'
import { Results } from './results.tsx'
import { queryOf, useSignupsAddress, wordsOf } from './signup-words.ts'
import { exportWords, useExport } from '../../ui/exports/export-button.tsx'
import classes from './signups-page.module.css'

export const SignupsPage = () => (
  <RequireRole role="staff">
    <Signups />
  </RequireRole>
)

const columnsKept = { key: 'signup-columns', names: columnNames, usual: usualColumns }

/** Who signed up as a champion: words, filters, and the list of those who fit. The address says it all. */
function Signups() {
  const address = useSignupsAddress()
  const { words } = address
  const left = useLeftRow()
  const { data: choices, isError: hasNoChoices, refetch: loadChoices } = useQuery(choicesQuery)
  const results = useResults(signupsListQuery(words))
  const [columns, chooseColumns] = useColumns(columnsKept)
  const [isPanelOpen, { open, close }] = useDisclosure()
  const [filter, setFilter] = useState<Filter>()
  const openAt = (at?: Filter) => {
    setFilter(at)
    open()
  }
  useLetterKey('f', () => openAt())
  const matching = results.page?.matching
  const refused = results.refusal?.fields
  const problemOf = (filter: Filter) =>
    filters[filter].map((word) => refused?.[word]).find(Boolean) ?? unknownIn(filter, words, choices)

  return (
    <Page
      title="Champions"
      keepsFocus={left.row !== undefined}
      actions={
        <>
          <SavedMenu list="champion_signups" query={queryOf(words)} onOpen={(saved) => address.open(wordsOf(saved))} />
          <ExportMenu query={queryOf(words)} matching={matching} columns={columns} />
        </>
      }
    >
      <div className={classes.tools}>
        <SearchField
          className={classes.search}
          what="Search signups by name, e-mail or BUID"
          hint="Name, e-mail or BUID"
          value={words.q ?? ''}
          error={refused?.q}
          onFind={(q) => address.change({ q })}
          isMain
        />
        <Button
          variant="default"
          leftSection={<IconFilter size={16} stroke={1.6} aria-hidden />}
          onClick={() => openAt()}
          aria-keyshortcuts="f"
        >
          Filter
        </Button>
        <FilterChips
          chips={chipsOf(words, choices)}
          problemOf={problemOf}
          onOpen={openAt}
          onRemove={(...taken) => address.change(without(...taken))}
        />
      </div>
      <Results
        address={address}
        results={results}
        choices={choices}
        left={left}
        columns={columns}
        onColumns={chooseColumns}
      />
      <FilterPanel
        isOpen={isPanelOpen}
        at={filter}
        words={words}
        choices={choices}
        refused={refused}
        matching={matching}
        onRetry={hasNoChoices ? loadChoices : undefined}
        onChange={address.change}
        onClose={close}
      />
    </Page>
  )
}

const noun = ['signup', 'signups'] as const

type ExportMenuProps = { query: string; matching: number | undefined; columns: readonly ChoosableColumn[] }

/** Saves what was found as a CSV file, with the columns that are shown or with all. */
function ExportMenu({ query, matching, columns }: ExportMenuProps) {
  const { isRunning, start } = useExport()
  const take = (words: string[]) =>
    start({ url: `${signupsUrl}.csv?${[query, ...words].filter(Boolean).join('&')}`, noun, matching })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
          disabled={!matching || isRunning}
        >
          {exportWords({ matching, noun })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => take([`columns=${['name', ...columns].join(',')}`])}>The columns shown</Menu.Item>
        <Menu.Item onClick={() => take([])}>All columns</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
