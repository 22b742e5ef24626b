import { Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { createContext, useContext, useLayoutEffect, useSyncExternalStore, type MouseEvent } from 'react'
import { WholeWords } from '../format/whole-words.tsx'
import classes from './breadcrumbs.module.css'

/** A list to return to: its query, the index of its entry in this window's history, and the row to focus. */
export type ListPosition = {
  query: Record<string, string | undefined>
  index?: number | undefined
  row?: string | undefined
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    row?: string
  }
}

export type Crumb = { title: string; path: string; position?: ListPosition | undefined }
type Heading = { crumbs: readonly Crumb[]; title?: string | undefined }

class HeadingStore {
  heading: Heading = { crumbs: [] }
  readonly listeners = new Set<() => void>()
  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  readonly show = (heading: Heading) => {
    this.heading = heading
    for (const listener of this.listeners) listener()
  }
}

const HeadingContext = createContext(new HeadingStore())

export function useBreadcrumbs(heading: Heading) {
  const store = useContext(HeadingContext)
  const key = JSON.stringify(heading)
  useLayoutEffect(() => store.show(JSON.parse(key) as Heading), [store, key])
}

export function Breadcrumbs({ above, titleClass }: { above: readonly Crumb[]; titleClass: string }) {
  const store = useContext(HeadingContext)
  const { crumbs, title } = useSyncExternalStore(store.subscribe, () => store.heading)
  const trail = [...above, ...crumbs]
  return (
    <>
      {trail.length > 0 && (
        <nav className={classes.trail} aria-label="Breadcrumbs">
          <Group component="ol" className="list" gap={4} wrap="nowrap">
            {trail.map(({ title: name, path, position }, index) => (
              <Group component="li" key={path} gap={4} wrap="nowrap">
                <BackLink title={name} path={path} position={position} isTitleHidden={title !== undefined} />
                {(title !== undefined || index < trail.length - 1) && (
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

type BackLinkProps = { title: string; path: string; position?: ListPosition | undefined; isTitleHidden?: boolean }

/** Goes back in the history, which keeps the scroll position; without a history entry, links to the list. */
export function BackLink({ title, path, position, isTitleHidden }: BackLinkProps) {
  const { history } = useRouter()
  const { query, index, row } = position ?? {}
  function onClick(event: MouseEvent) {
    if (index === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const { __TSR_index: here } = history.location.state
    history.go(index - here)
  }
  return (
    <Link
      to={path}
      activeOptions={{ exact: true }}
      {...(query && { search: query })}
      {...(row !== undefined && { state: { row } })}
      aria-label={isTitleHidden ? title : undefined}
      onClick={onClick}
    >
      {isTitleHidden !== undefined && (
        <IconChevronLeft size={20} stroke={1.6} className="mantine-hidden-from-sm" aria-hidden />
      )}
      <span className={isTitleHidden ? 'mantine-visible-from-sm' : undefined}>{title}</span>
    </Link>
  )
}
