import { Group } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type LinkRowProps = {
  title: string
  path: string
  icon?: Icon
  /** For example, "3 conflicts". */
  counts?: string
  children: ReactNode
}

export function LinkRow({ title, path, icon: Picture, counts, children }: LinkRowProps) {
  return (
    <Group component="li" gap="4px 14px" wrap="nowrap">
      {Picture && <Picture size={20} stroke={1.6} color="var(--ink-soft)" style={{ flex: 'none' }} aria-hidden />}
      <div className="lines" style={{ flex: 1 }}>
        <Link to={path} className="name">
          {title}
        </Link>
        <span className="fact">{children}</span>
      </div>
      {counts && <strong>{counts}</strong>}
    </Group>
  )
}
