import { Box, Menu } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconArrowsSort, IconColumns3 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './cells.module.css'
import { Button } from '../../ui/button.tsx'

export type ColumnsMenuProps<Name extends string> = {
  /** A column that `givesWay` is hidden if there is no room. */
  columns: readonly { name: Name; header: string; givesWay?: boolean | undefined }[]
  selected: readonly Name[]
  defaults: readonly Name[]
  onChoose: (columns: readonly Name[]) => void
}

export function ColumnsMenu<Name extends string>({ columns, selected, defaults, onChoose }: ColumnsMenuProps<Name>) {
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="subtle" color="gray" icon={IconColumns3}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map(({ name, header, givesWay }) => (
          <Menu.CheckboxItem
            key={name}
            checked={selected.includes(name)}
            onChange={(isOn) => onChoose(isOn ? [...selected, name] : selected.filter((other) => other !== name))}
          >
            {header}
            {givesWay && <span className="muted"> if there is room</span>}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => onChoose(defaults)}>Reset columns</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type Columns<Name extends string> = { key: string; names: readonly Name[]; defaults: readonly Name[] }

/** Returns the columns that the user chose, in the order of `names`, and a setter that stores them in the browser. */
export function useColumns<Name extends string>({
  key,
  names,
  defaults,
}: Columns<Name>): [readonly Name[], (columns: readonly Name[]) => void] {
  const [stored, store] = useLocalStorage<readonly string[]>({
    key,
    defaultValue: defaults,
    getInitialValueInEffect: false,
  })
  return [names.filter((name) => Array.isArray(stored) && stored.includes(name)), store]
}

export type SortMenuProps<Sort extends string> = {
  sorts: readonly { sort: Sort; label: string }[]
  current: Sort
  onSort: (sort: Sort) => void
}

export function SortMenu<Sort extends string>({ sorts, current, onSort }: SortMenuProps<Sort>) {
  const currentLabel = sorts.find(({ sort }) => sort === current)?.label
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" color="gray" icon={IconArrowsSort} aria-label={`Sorted by: ${currentLabel}`}>
          <Box component="span" visibleFrom="sm">
            {currentLabel}
          </Box>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={current} onChange={(sort) => onSort(sort as Sort)}>
          {sorts.map(({ sort, label }) => (
            <Menu.RadioItem key={sort} value={sort}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

type FactProps = {
  text: string | null | undefined
  /** The reason not to use the text. If it is set, the text is struck out. */
  blocker?: string | null
  content?: ReactNode
}

/** Renders a text, or `content` for it, in a table cell. An empty text becomes a dash; a blocked one is struck out. */
export function Fact({ text, blocker, content = text }: FactProps) {
  const title = blocker ? `${text} (${blocker.toLowerCase()})` : text || undefined
  return (
    <span className={classes.fact} title={title} data-empty={text ? undefined : true}>
      {blocker ? <del>{content}</del> : text ? content : '–'}
    </span>
  )
}
