import { Button, Menu } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'

type SortMenuProps<Sort extends string> = {
  /** Each with its words, in the order to offer them. */
  offered: readonly { sort: Sort; words: string }[]
  current: Sort
  onSort: (sort: Sort) => void
}

/** Every order by name; the heads of the columns do the same where there are any. */
export function SortMenu<Sort extends string>({ offered, current, onSort }: SortMenuProps<Sort>) {
  const words = offered.find(({ sort }) => sort === current)?.words
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconArrowsSort size={16} stroke={1.6} aria-hidden />}
          aria-label={`Sorted by: ${words}`}
        >
          {words}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={current} onChange={(sort) => onSort(sort as Sort)}>
          {offered.map(({ sort, words }) => (
            <Menu.RadioItem key={sort} value={sort}>
              {words}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
