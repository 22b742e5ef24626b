import { Box, Group } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { createContext, useContext, useLayoutEffect, useSyncExternalStore, type MouseEvent } from 'react'
import classes from './breadcrumbs.module.css'

/** The list that one came from: its query, its index in the history of this window, if it is there, and the row. */
export type CameFrom = {
  query: Record<string, string | undefined>
  index?: number | undefined
  row?: string | undefined
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The row of a list that gets the focus. */
    row?: string
  }
}

export type Crumb = { title: string; path?: string; cameFrom?: CameFrom | undefined }

/** Passes the crumbs of the page to the bar above it. */
class Trail {
  crumbs: readonly Crumb[] = []
  readonly listeners = new Set<() => void>()
  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  readonly show = (crumbs: readonly Crumb[]) => {
    this.crumbs = crumbs
    for (const listener of this.listeners) listener()
  }
}

const TrailContext = createContext(new Trail())

export function useTrail(crumbs: readonly Crumb[]) {
  const trail = useContext(TrailContext)
  const key = JSON.stringify(crumbs)
  useLayoutEffect(() => trail.show(JSON.parse(key) as Crumb[]), [trail, key])
}

/** `above` leads to the page, whose own crumbs follow. */
export function Breadcrumbs({ above }: { above: readonly Crumb[] }) {
  const trail = useContext(TrailContext)
  const crumbs = [...above, ...useSyncExternalStore(trail.subscribe, () => trail.crumbs)]
  return (
    <Box
      component="nav"
      flex="1 1 auto"
      miw={0}
      style={{ overflow: 'hidden' }}
      className={classes.trail}
      aria-label="Breadcrumbs"
    >
      <Group component="ol" className="list" gap={4} wrap="nowrap">
        {crumbs.map((crumb, i) => (
          <Group component="li" key={`${i} ${crumb.title}`} gap={4} wrap="nowrap">
            {i > 0 && <IconChevronRight size={14} stroke={1.6} aria-hidden />}
            {crumb.path && crumb.cameFrom ? (
              <WayBack title={crumb.title} path={crumb.path} cameFrom={crumb.cameFrom} />
            ) : crumb.path ? (
              <Link to={crumb.path}>{crumb.title}</Link>
            ) : (
              <span aria-current="page">{crumb.title}</span>
            )}
          </Group>
        ))}
      </Group>
    </Box>
  )
}

/** The browser's own way back keeps the place in the list; without an entry of the list a link leads to it. */
export function WayBack({ title, path, cameFrom }: { title: string; path: string; cameFrom: CameFrom }) {
  const { history } = useRouter()
  const { query, index, row } = cameFrom
  function onClick(event: MouseEvent) {
    if (index === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const { __TSR_index: here } = history.location.state
    history.go(index - here)
  }
  return (
    <Link to={path} search={query} {...(row !== undefined && { state: { row } })} onClick={onClick}>
      {title}
    </Link>
  )
}
