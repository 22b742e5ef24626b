import { Group } from '@mantine/core'
import { IconDownload, IconMailForward } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useColumns } from '../../domain/searches/columns.tsx'
import { useFilterTools } from '../../domain/searches/filter-tools.tsx'
import { useResults } from '../../domain/searches/use-results.tsx'
import { SearchActions } from '../../domain/searches/save-search.tsx'
import { useListOrigin } from '../../domain/searches/list-origin.ts'
import { useStartLetter } from '../../domain/letters/start-letter.tsx'
import { RoleGuard } from '../../domain/session/role-guard.tsx'
import { useExport } from '../../ui/exports/export-button.tsx'
import { Page } from '../../ui/page/page.tsx'
import { SearchField } from '../../ui/form/search-field.tsx'
import { storedColumns } from './columns.tsx'
import { signupFilters } from './filters.tsx'
import { choicesQuery, signupsListQuery, signupsUrl } from './queries.ts'
import { SignupResults } from './results.tsx'
import { queryOf, useSignupsAddress } from './signup-params.ts'

export const SignupsPage = () => (
  <RoleGuard role="staff">
    <Signups />
  </RoleGuard>
)

const noun = ['signup', 'signups'] as const

function Signups() {
  const address = useSignupsAddress()
  const { params } = address
  const choices = useQuery(choicesQuery)
  const results = useResults(signupsListQuery(params))
  const { page } = results
  const origin = useListOrigin(
    signupsUrl,
    params,
    page && { page: page.page, rows: page.signups.map(({ id }) => String(id)) },
  )
  const [columns, chooseColumns] = useColumns(storedColumns)
  const matching = results.page?.matching
  const errors = results.refusal?.fields
  const filters = useFilterTools({
    set: signupFilters,
    params,
    choices,
    errors,
    matching,
    noun,
    onChange: address.change,
  })
  const write = useStartLetter()
  const { isRunning, start } = useExport()
  const file = { icon: IconDownload, isDisabled: !matching || isRunning }
  const startExport = (exportParams: string[]) =>
    start({ url: `${signupsUrl}.csv?${[queryOf(params), ...exportParams].filter(Boolean).join('&')}`, noun, matching })
  return (
    <Page title="Champions" hasOwnFocus={origin.row !== undefined}>
      <Group align="flex-start" gap={8} mb={8} wrap="nowrap">
        <SearchField
          flex="0 1 360px"
          label="Search signups by name, e-mail or BUID"
          hint="Name, e-mail or BUID"
          value={params.q ?? ''}
          error={errors?.q}
          onFind={(q) => address.change({ q })}
        />
        {filters.button}
        <SearchActions
          list="champion_signups"
          query={queryOf(params)}
          actions={[
            {
              label: 'Write to them',
              icon: IconMailForward,
              isDisabled: !matching,
              onClick: () => write({ from: 'champions', query: queryOf({ ...params, page: undefined }) }),
            },
            { label: 'Export', onClick: () => startExport([`columns=${['name', ...columns].join(',')}`]), ...file },
          ]}
          others={[{ label: 'Export all columns', onClick: () => startExport([]), ...file }]}
        />
      </Group>
      <SignupResults
        address={address}
        results={results}
        choices={choices.data}
        origin={origin}
        chips={filters.chips}
        columns={columns}
        onColumns={chooseColumns}
      />
    </Page>
  )
}
