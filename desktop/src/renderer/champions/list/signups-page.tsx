import { Group, Menu } from '@mantine/core'
import { IconDownload, IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useColumns } from '../../domain/searches/columns.tsx'
import { FilterTools } from '../../domain/searches/filter-tools.tsx'
import { useResults } from '../../domain/searches/use-results.tsx'
import { SavedMenu } from '../../domain/searches/saved-menu.tsx'
import { useListOrigin } from '../../domain/searches/list-origin.ts'
import { WriteTo } from '../../domain/letters/write-to.tsx'
import { RequireRole } from '../../domain/session/require-role.tsx'
import { exportWords, useExport } from '../../ui/exports/export-button.tsx'
import { Page } from '../../ui/page/page.tsx'
import { SearchField } from '../../ui/form/search-field.tsx'
import { storedColumns, type ChoosableColumn } from './columns.tsx'
import { signupFilters } from './filters.tsx'
import { choicesQuery, signupsListQuery, signupsUrl } from './queries.ts'
import { Results } from './results.tsx'
import { queryOf, useSignupsAddress, wordsOf } from './signup-words.ts'
import { Button, LinkButton } from '../../ui/button.tsx'

export const SignupsPage = () => (
  <RequireRole role="staff">
    <Signups />
  </RequireRole>
)

const noun = ['signup', 'signups'] as const

/** The champion signups: words, filters, and the list of matches. All of the state is in the address. */
function Signups() {
  const address = useSignupsAddress()
  const { words } = address
  const choices = useQuery(choicesQuery)
  const results = useResults(signupsListQuery(words))
  const { page } = results
  const left = useListOrigin(
    signupsUrl,
    words,
    page && { page: page.page, rows: page.signups.map(({ id }) => String(id)) },
  )
  const [columns, chooseColumns] = useColumns(storedColumns)
  const matching = results.page?.matching
  const refused = results.refusal?.fields
  return (
    <Page
      title="Champions"
      keepsFocus={left.row !== undefined}
      actions={
        <>
          <LinkButton variant="default" icon={IconLink} to="/champion_signups/linking">
            Link signups
          </LinkButton>
          <SavedMenu list="champion_signups" query={queryOf(words)} onOpen={(saved) => address.open(wordsOf(saved))} />
          <WriteTo
            list={{ from: 'champions', query: queryOf({ ...words, page: undefined }) }}
            people={matching}
            miw={{ base: 140, sm: 190 }}
          />
          <ExportMenu query={queryOf(words)} matching={matching} columns={columns} />
        </>
      }
    >
      <Group align="flex-start" gap={8} mb={16}>
        <SearchField
          flex={{ base: '1 1 180px', sm: '0 1 360px' }}
          what="Search signups by name, e-mail or BUID"
          hint="Name, e-mail or BUID"
          value={words.q ?? ''}
          error={refused?.q}
          onFind={(q) => address.change({ q })}
          isMain
        />
        <FilterTools
          set={signupFilters}
          words={words}
          choices={choices}
          refused={refused}
          matching={matching}
          noun={noun}
          onChange={address.change}
        />
      </Group>
      <Results
        address={address}
        results={results}
        choices={choices.data}
        left={left}
        columns={columns}
        onColumns={chooseColumns}
      />
    </Page>
  )
}

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
          // Its words grow by a number: on a phone a longer button would move those beside it.
          miw={188}
          icon={IconDownload}
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
