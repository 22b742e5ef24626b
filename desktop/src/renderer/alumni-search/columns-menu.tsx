import { Button, Menu } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { choosable, columnNames, usualColumns, type ColumnName } from './columns.tsx'

/** Which columns are shown, remembered in this browser. */
export function ColumnsMenu({
  chosen,
  onChoose,
}: {
  chosen: readonly ColumnName[]
  onChoose: (columns: readonly ColumnName[]) => void
}) {
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="subtle" color="gray" leftSection={<IconColumns3 size={16} stroke={1.6} aria-hidden />}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columnNames.map((name) => (
          <Menu.CheckboxItem
            key={name}
            checked={chosen.includes(name)}
            onChange={(isOn) => onChoose(isOn ? [...chosen, name] : chosen.filter((other) => other !== name))}
          >
            {choosable[name].header}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => onChoose(usualColumns)}>The usual ones</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
