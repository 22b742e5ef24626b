import { searchSorts, type SearchSort } from '@alumni/shared/alumni-search'
import { Button, Menu } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import type { SearchWords } from './search-words.ts'

const sortWords: Record<SearchSort, string> = {
  relevance: 'Best match',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  class_year: 'Class year, earliest first',
  '-class_year': 'Class year, latest first',
  place: 'Place, A to Z',
  '-place': 'Place, Z to A',
  last_engaged: 'Engaged longest ago',
  '-last_engaged': 'Engaged most recently',
}

/** Every order by name; the heads of the columns do the same where there are any. */
export function SortMenu({ words, onSort }: { words: SearchWords; onSort: (sort: string | undefined) => void }) {
  const usual: SearchSort = words.q ? 'relevance' : 'name'
  const offered = searchSorts.filter((sort) => sort !== 'relevance' || words.q)
  const current = offered.find((sort) => sort === words.sort) ?? usual
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconArrowsSort size={16} stroke={1.6} aria-hidden />}
          aria-label={`Sorted by: ${sortWords[current]}`}
        >
          {sortWords[current]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={current} onChange={(sort) => onSort(sort === usual ? undefined : sort)}>
          {offered.map((sort) => (
            <Menu.RadioItem key={sort} value={sort}>
              {sortWords[sort]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
