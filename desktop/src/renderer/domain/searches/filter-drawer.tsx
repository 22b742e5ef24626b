import { Button, Drawer } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import classes from './filter-drawer.module.css'

type FilterDrawerProps = {
  isOpen: boolean
  /** The filter that someone came for: the `data-filter` of its fields. */
  at: string | undefined
  /** What the button says that leads back to the list. */
  done: string
  isAnySet: boolean
  /** Loads the choices again, where they have not come. */
  onRetry: (() => unknown) | undefined
  onClear: () => void
  onClose: () => void
  children: ReactNode
}

/** All filters, each in force as soon as it is set; the list behind shows what they do. */
export function FilterDrawer({ isOpen, at, done, isAnySet, onRetry, onClear, onClose, children }: FilterDrawerProps) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={440}
      title="Filter"
      overlayProps={{ backgroundOpacity: 0.12 }}
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ 'aria-label': 'Close the filters' }}
      classNames={{ body: classes.body }}
    >
      {onRetry && (
        <div className={classes.failed}>
          <NotLoaded sentence="What the lists offer could not be loaded." onRetry={onRetry} />
        </div>
      )}
      <Fields at={at}>{children}</Fields>
      <div className={classes.foot}>
        <Button variant="subtle" disabled={!isAnySet} onClick={onClear}>
          Clear all
        </Button>
        <Button onClick={onClose}>{done}</Button>
      </div>
    </Drawer>
  )
}

/** Its own component: it appears when the drawer opens. The focus goes to the first field, or to the one of a chip. */
function Fields({ at, children }: Pick<FilterDrawerProps, 'at' | 'children'>) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const within = at === undefined ? null : place.current?.querySelector(`[data-filter="${at}"]`)
    const field = (within ?? place.current)?.querySelector<HTMLElement>('input:not([type="hidden"])')
    // After the drawer has put the focus on its own first button.
    const timer = setTimeout(() => field?.focus(), 60)
    return () => clearTimeout(timer)
  }, [at])
  return (
    <div ref={place} className={classes.groups}>
      {children}
    </div>
  )
}

export function FilterGroup({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend>{title}</legend>
      {about && <p className="muted">{about}</p>}
      {children}
    </fieldset>
  )
}

/** Two fields side by side, such as from and to. */
export function FieldPair({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.pair} data-filter={name}>
      {children}
    </div>
  )
}
