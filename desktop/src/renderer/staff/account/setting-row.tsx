import { Box, Group } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type SettingRowProps = { icon: Icon; title: string; children: ReactNode; actions: ReactNode }

export function SettingRow({ icon: IconComponent, title, children, actions }: SettingRowProps) {
  return (
    <Group component="li" gap="4px 12px" mih={52}>
      <IconComponent size={20} stroke={1.5} aria-hidden />
      <Box className="lines" flex="1 1 220px">
        <strong>{title}</strong>
        <span className="fact">{children}</span>
      </Box>
      {actions}
    </Group>
  )
}
