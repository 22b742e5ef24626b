import { Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { createContext, useContext, useLayoutEffect, useSyncExternalStore, type MouseEvent } from 'react'
import { WholeWords } from '../words/whole-words.tsx'
import classes from './breadcrumbs.module.css'

/** The list that one came from: its query, its index in the history of this window, if it is there, and the row. */
export type ListPosition = {
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

export type Crumb = { title: string; path: string; position?: ListPosition | undefined }
/** The breadcrumbs of a page, and its title unless the page has its own heading. */
type Shown = { crumbs: readonly Crumb[]; title?: string | undefined }

/** Passes the way and the title of the page to the bar above it. */
class Trail {
  shown: Shown = { crumbs: [] }
  readonly listeners = new Set<() => void>()
  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  readonly show = (shown: Shown) => {
    this.shown = shown
    for (const listener of this.listeners) listener()
  }
}

const TrailContext = createContext(new Trail())

export function useBreadcrumbs(shown: Shown) {
  const trail = useContext(TrailContext)
  const key = JSON.stringify(shown)
  useLayoutEffect(() => trail.show(JSON.parse(key) as Shown), [trail, key])
}

/** The way to the page, which begins `above` it, and the page's title, its only h1. */
export function Breadcrumbs({ above, titleClass }: { above: readonly Crumb[]; titleClass: string }) {
  const trail = useContext(TrailContext)
  const { crumbs, title } = useSyncExternalStore(trail.subscribe, () => trail.shown)
  const way = [...above, ...crumbs]
  return (
    <>
      {way.length > 0 && (
        <nav className={classes.trail} aria-label="Breadcrumbs">
          <Group component="ol" className="list" gap={4} wrap="nowrap">
            {way.map(({ title: name, path, position }, index) => (
              <Group component="li" key={path} gap={4} wrap="nowrap">
                <BackLink title={name} path={path} position={position} isWordHidden={title !== undefined} />
                {(title !== undefined || index < way.length - 1) && (
                  <IconChevronRight size={14} stroke={1.6} className="mantine-visible-from-sm" aria-hidden />
                )}
              </Group>
            ))}
          </Group>
        </nav>
      )}
      {title !== undefined && (
        <h1 className={titleClass} title={title} tabIndex={-1}>
          <WholeWords text={title} />
        </h1>
      )}
    </>
  )
}

type WayBackProps = { title: string; path: string; position?: ListPosition | undefined; isWordHidden?: boolean }

/** The browser's own way back keeps the place in the list; without an entry of the list a link leads to it. */
export function BackLink({ title, path, position: cameFrom, isWordHidden }: WayBackProps) {
  const { history } = useRouter()
  const { query, index, row } = cameFrom ?? {}
  function onClick(event: MouseEvent) {
    if (index === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const { __TSR_index: here } = history.location.state
    history.go(index - here)
  }
  return (
    <Link
      to={path}
      {...(query && { search: query })}
      {...(row !== undefined && { state: { row } })}
      aria-label={isWordHidden ? title : undefined}
      onClick={onClick}
    >
      {isWordHidden !== undefined && (
        <IconChevronLeft size={20} stroke={1.6} className="mantine-hidden-from-sm" aria-hidden />
      )}
      <span className={isWordHidden ? 'mantine-visible-from-sm' : undefined}>{title}</span>
    </Link>
  )
}
