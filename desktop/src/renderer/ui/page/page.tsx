import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from '@tanstack/react-router'
import { useTrail, type Crumb } from './breadcrumbs.tsx'
import { isKnown, useInstitution } from '../institution/institution.ts'
import classes from './page.module.css'

type PageProps = {
  title: string
  crumbs?: readonly Crumb[]
  about?: ReactNode
  mark?: ReactNode
  actions?: ReactNode
  children?: ReactNode
  /** The page puts the focus where it belongs by itself. */ keepsFocus?: boolean
}

/** One page: its title, its only h1, the place of its main actions. */
export function Page({ title, crumbs = [], about, mark, actions, children, keepsFocus = false }: PageProps) {
  const heading = usePageTitle(title, keepsFocus)
  useTrail([...crumbs, { title }])
  return (
    <article className={classes.page}>
      <header className={classes.header}>
        <div className={classes.titles}>
          <div className={classes.titleLine}>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {mark}
          </div>
          {about && <div className={classes.about}>{about}</div>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </article>
  )
}

let focusedBefore: { pathname: string; heading: HTMLElement | null } | undefined

/** Names the document, and moves the focus to the heading when another page has come (not for the first one). */
export function usePageTitle(title: string, keepsFocus = false) {
  const heading = useRef<HTMLHeadingElement>(null)
  const institution = useInstitution()
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = `${title} · ${isKnown(institution) ? `${institution.short_name} alumni relations` : institution.name}`
  }, [title, institution])
  useEffect(() => {
    const isOther = focusedBefore?.pathname !== pathname || focusedBefore.heading !== heading.current
    if (focusedBefore && isOther && !keepsFocus) heading.current?.focus({ preventScroll: true })
    focusedBefore = { pathname, heading: heading.current }
  }, [pathname, keepsFocus])
  return heading
}
