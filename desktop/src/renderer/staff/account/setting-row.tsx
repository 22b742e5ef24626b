import { Box, Group } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type SettingRowProps = { icon: Icon; title: string; children: ReactNode; actions: ReactNode }

/** A factor or a session: what it is, and what can be done with it. */
export function SettingRow({ icon: Picture, title, children, actions }: SettingRowProps) {
  return (
    <Group component="li" gap="4px 12px" mih={52}>
      <Picture size={20} stroke={1.5} aria-hidden />
      <Box className="lines" flex="1 1 220px">
        <strong>{title}</strong>
        <span className="fact">{children}</span>
      </Box>
      {actions}
    </Group>
  )
}
