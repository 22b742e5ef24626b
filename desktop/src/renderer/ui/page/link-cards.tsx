import { Box, Stack, ThemeIcon } from '@mantine/core'
import { IconArrowRight, type Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './link-cards.module.css'

export function LinkCards({ children }: { children: ReactNode }) {
  return <ul className={`list ${classes.cards}`}>{children}</ul>
}

type LinkCardProps = {
  title: string
  path: string
  icon?: Icon
  /** The current count: "3 conflicts". */
  counts?: string
  /** Under the heading of a group. */
  isGrouped?: boolean
  children: ReactNode
}

/** A place as a card: the whole card is the link. */
export function LinkCard({ title, path, icon: Picture, counts, isGrouped = false, children }: LinkCardProps) {
  const Heading = isGrouped ? 'h3' : 'h2'
  return (
    <li className={`frame ${classes.card}`} data-plain={Picture ? undefined : true}>
      {Picture && (
        <ThemeIcon variant="light" size={36} aria-hidden>
          <Picture size={20} stroke={1.6} />
        </ThemeIcon>
      )}
      <Stack className="fact" gap={4} miw={0}>
        <Box component={Heading} fz={14}>
          <Link to={path}>{title}</Link>
        </Box>
        {counts && <strong>{counts}</strong>}
        {children}
      </Stack>
      {Picture && (
        <IconArrowRight size={18} stroke={1.6} color="var(--ink-soft)" style={{ alignSelf: 'center' }} aria-hidden />
      )}
    </li>
  )
}
