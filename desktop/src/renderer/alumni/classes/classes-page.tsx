import { minRankedAlumni } from '@alumni/shared/alumni/classes'
import type { ClassesPage as ClassesData, ClassesQuery, ClassFigures } from '@alumni/shared/alumni/classes'
import { buildStatsSearches, type SearchParameters } from '@alumni/shared/alumni/statistics-people'
import { Box } from '@mantine/core'
import { IconSchool } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import { DownloadButton } from '../../ui/exports/export-button.tsx'
import { SegmentFilter, SelectFilter } from '../../ui/table/filters.tsx'
import { ResourceList } from '../../ui/table/resource-list.tsx'
import { column, type Column } from '../../ui/table/table-columns.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { formatNumber, formatCount, formatPercent } from '../../ui/format/numbers.ts'
import { CountingRules } from '../statistics/key-numbers.tsx'
import { renderLinkedCount } from '../statistics/people-link.tsx'
import { formatOrdinal, formatReunion } from './format-class.ts'
import { classesCsvUrl, classesQuery } from './queries.ts'

const noun = ['class', 'classes'] as const
const highestShareFirst = '-share'

export function ClassesPage() {
  const address = useAddress<Partial<ClassesQuery>>()
  const { search, go } = address
  const navigate = useNavigate()
  const query = useQuery(classesQuery(search))
  const isFiltered = search.decade !== undefined || search.reunion !== undefined
  const open = (year: number) => void navigate({ to: '/classes/$year', params: { year: String(year) } })
  return (
    <ResourcePage
      title="Classes"
      isList
      about={query.data && <CountingRules rules={rulesOf(query.data)} />}
      actions={
        query.data &&
        query.data.matching > 0 && (
          <DownloadButton url={classesCsvUrl(search)} noun={noun} matching={query.data.matching} />
        )
      }
      query={query}
      blocks={12}
      height={36}
    >
      {(page) => (
        <ResourceList
          address={address}
          page={page}
          noun={noun}
          caption="Classes"
          columns={columnsOf(page)}
          rows={page.classes}
          rowKey={({ class_year }) => String(class_year)}
          onOpen={({ class_year }) => open(class_year)}
          phoneLine={(row) =>
            `${formatNumber(row.alumni)} living · ${formatPercent(row.engaged_alumni, row.alumni)} engaged ${row.rank === null ? '' : ` · ${formatOrdinal(row.rank)}`}`
          }
          isStale={query.isPlaceholderData}
          isFiltered={isFiltered}
          sorting={{ sort: search.sort ?? highestShareFirst, onSort: (sort) => go(sortOf(sort)) }}
          filters={
            <>
              <SelectFilter
                address={address}
                name="decade"
                label="Decade"
                anyLabel="All decades"
                options={page.decades.map((decade) => ({ value: String(decade), label: `${decade}s` }))}
              />
              <SegmentFilter
                address={address}
                name="reunion"
                label="Which classes"
                anyLabel="All"
                options={[{ value: 'yes', label: `Reunion in ${page.reunion_year}` }]}
              />
            </>
          }
          empty={{
            icon: IconSchool,
            title: 'No class is on file yet',
            children: 'A class appears here as soon as someone with a dated degree is on file.',
          }}
        />
      )}
    </ResourcePage>
  )
}

function rulesOf({ year, ranked }: ClassesData): string[] {
  return [
    'A class is the year of a degree; someone with degrees from two years counts in both. Only living alumni count.',
    `This year is fiscal year ${year}, so far.`,
    `Rank: by the share engaged, among the ${formatCount(ranked, noun)} that have graduated and have at least ${minRankedAlumni} living alumni; smaller ones are listed after them.`,
    'Lost: no e-mail or postal address is on file.',
  ]
}

function sortOf(sort: string | undefined): Partial<ClassesQuery> {
  return { sort: sort === highestShareFirst ? undefined : (sort as ClassesQuery['sort']) }
}

function columnsOf(page: ClassesData): Column<ClassFigures>[] {
  const people = buildStatsSearches(page, {})
  const searchAll = ({ class_year: classYear }: ClassFigures) =>
    people.livingOfClasses(classYear, classYear, 'all', page.year)
  const countColumn = (
    id: 'alumni' | 'by_email' | 'engaged_alumni' | 'engaged_last_year' | 'champions' | 'lost',
    header: string,
    to: (row: ClassFigures) => SearchParameters,
    width: number,
  ) =>
    column<ClassFigures>(id, header, { width, isNumber: true, sort: id, isDescendingFirst: true }, (row) =>
      renderLinkedCount(to(row), row[id]),
    )
  const searchEngaged = ({ class_year: classYear }: ClassFigures, year: number) => ({
    ...people.engaged(year),
    ...people.livingOfClasses(classYear, classYear, 'all', year),
  })
  return [
    column('class_year', 'Class', { width: 150, sort: 'class_year', isDescendingFirst: true }, ({ class_year }) => (
      <span style={{ whiteSpace: 'nowrap' }}>
        <Link to="/classes/$year" params={{ year: String(class_year) }} className="name">
          {class_year}
        </Link>{' '}
        <span className="fact">{formatReunion(class_year, page.reunion_year)}</span>
      </span>
    )),
    countColumn('alumni', 'Living', searchAll, 80),
    countColumn('by_email', 'By e-mail', (row) => ({ ...searchAll(row), by_email: 'yes' }), 110),
    countColumn('engaged_alumni', 'Engaged this year', (row) => searchEngaged(row, page.year), 120),
    column(
      'share',
      'Share engaged',
      { width: 140, isNumber: true, sort: 'share', isDescendingFirst: true },
      ({ engaged_alumni, alumni, rank }) => (
        <>
          {formatPercent(engaged_alumni, alumni)}
          <Box component="span" className="fact" display="inline-block" w={44} ta="left" pl={8}>
            {rank !== null && formatOrdinal(rank)}
          </Box>
        </>
      ),
    ),
    countColumn('engaged_last_year', 'Last year', (row) => searchEngaged(row, page.year - 1), 90),
    countColumn('champions', 'Champions', (row) => ({ ...searchAll(row), champion: 'yes' }), 90),
    countColumn('lost', 'Lost', (row) => ({ ...searchAll(row), lost: 'yes' }), 70),
  ]
}
