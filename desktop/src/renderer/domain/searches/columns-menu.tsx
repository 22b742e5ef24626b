import { Button, Menu } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useLocalStorage } from '@mantine/hooks'

type ColumnsMenuProps<Name extends string> = {
  columns: readonly { name: Name; header: string }[]
  chosen: readonly Name[]
  usual: readonly Name[]
  onChoose: (columns: readonly Name[]) => void
}

/** Which columns are shown, remembered in this browser. */
export function ColumnsMenu<Name extends string>({ columns, chosen, usual, onChoose }: ColumnsMenuProps<Name>) {
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="subtle" color="gray" leftSection={<IconColumns3 size={16} stroke={1.6} aria-hidden />}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map(({ name, header }) => (
          <Menu.CheckboxItem
            key={name}
            checked={chosen.includes(name)}
            onChange={(isOn) => onChoose(isOn ? [...chosen, name] : chosen.filter((other) => other !== name))}
          >
            {header}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => onChoose(usual)}>The usual ones</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type Columns<Name extends string> = {
  /** Under which name this browser keeps them. */
  key: string
  names: readonly Name[]
  usual: readonly Name[]
}

/** The columns of a list that this browser shows. */
export function useColumns<Name extends string>({
  key,
  names,
  usual,
}: Columns<Name>): [readonly Name[], (columns: readonly Name[]) => void] {
  const [kept, keep] = useLocalStorage<readonly string[]>({
    key,
    defaultValue: usual,
    getInitialValueInEffect: false,
  })
  return [names.filter((name) => Array.isArray(kept) && kept.includes(name)), keep]
}
