import { IconChevronRight } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { createContext, useContext, useLayoutEffect, useSyncExternalStore, type MouseEvent } from 'react'
import classes from './breadcrumbs.module.css'

export type Crumb = {
  title: string
  path?: string
  /** The query of the list that one came from, which is the entry before in the browser's history. */
  cameFrom?: Record<string, string | undefined> | undefined
}

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
    <nav className={classes.trail} aria-label="Breadcrumbs">
      <ol>
        {crumbs.map((crumb, i) => (
          <li key={`${i} ${crumb.title}`}>
            {i > 0 && <IconChevronRight size={14} stroke={1.6} aria-hidden />}
            {crumb.path && crumb.cameFrom ? (
              <WayBack title={crumb.title} path={crumb.path} query={crumb.cameFrom} />
            ) : crumb.path ? (
              <Link to={crumb.path}>{crumb.title}</Link>
            ) : (
              <span aria-current="page">{crumb.title}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The browser's own way back keeps the place in the list. */
function WayBack({ title, path, query }: { title: string; path: string; query: Record<string, string | undefined> }) {
  const { history } = useRouter()
  function onClick(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    history.back()
  }
  return (
    <Link to={path} search={query} onClick={onClick}>
      {title}
    </Link>
  )
}
