import type { CatalogName, CatalogQuery } from '@alumni/shared/alumni/catalog'
import { affinityCategories } from '@alumni/shared/alumni/internal-api'
import { SegmentedControl, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lists } from './lists.ts'
import { collegesQuery } from './queries.ts'
import classes from './catalog.module.css'

type FiltersProps = { list: CatalogName; search: CatalogQuery; onChange: (to: Partial<CatalogQuery>) => void }

/** What narrows a list beside its search. */
export function Filters({ list, search, onChange }: FiltersProps) {
  return (
    <>
      <SegmentedControl
        aria-label={`Which ${lists[list].noun[1]}`}
        data={[
          { value: '', label: 'All' },
          { value: 'yes', label: 'Active' },
          { value: 'no', label: 'Inactive' },
        ]}
        value={search.active ?? ''}
        onChange={(to) => onChange({ active: to === '' ? undefined : (to as 'yes' | 'no') })}
      />
      <MoreFilters list={list} search={search} onChange={onChange} />
    </>
  )
}

function MoreFilters({ list, search, onChange }: FiltersProps) {
  switch (list) {
    case 'majors':
      return <CollegeFilter value={search.college} onChange={(college) => onChange({ college })} />
    case 'affinities':
      return (
        <Select
          className={classes.filter}
          aria-label="Category"
          placeholder="All categories"
          data={affinityCategories}
          value={search.category ?? null}
          clearable
          onChange={(to) => onChange({ category: to ?? undefined })}
        />
      )
    case 'activity_codes':
    case 'colleges':
      return null
  }
}

function CollegeFilter({
  value,
  onChange,
}: {
  value: string | undefined
  onChange: (college: string | undefined) => void
}) {
  const colleges = useQuery(collegesQuery)
  return (
    <Select
      className={classes.filter}
      aria-label="College"
      placeholder="All colleges"
      data={colleges.data ?? []}
      value={value ?? null}
      searchable
      clearable
      onChange={(to) => onChange(to ?? undefined)}
    />
  )
}
