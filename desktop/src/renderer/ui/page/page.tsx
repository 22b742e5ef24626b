import { Box, Group } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from '@tanstack/react-router'
import { useTrail, type Crumb } from './breadcrumbs.tsx'
import { isKnown, useInstitution } from '../institution/institution.ts'
import { WholeWords } from '../words/whole-words.tsx'
import classes from './page.module.css'

type PageProps = {
  title: string
  crumbs?: readonly Crumb[]
  about?: ReactNode
  mark?: ReactNode
  actions?: ReactNode
  /** Above the title: where this page stands among others. */
  toolbar?: ReactNode
  /** Above the title: what must not be overlooked. */
  notice?: ReactNode
  children?: ReactNode
  /** The page puts the focus where it belongs by itself. */ keepsFocus?: boolean
}

/** One page: its title, its only h1, the place of its main actions. */
export function Page(props: PageProps) {
  const { title, crumbs = [], about, mark, actions, toolbar, notice, children, keepsFocus = false } = props
  const heading = usePageHeading(title, keepsFocus)
  useTrail([...crumbs, { title }])
  return (
    <Box component="article" maw={1600}>
      {toolbar && <Box mb={12}>{toolbar}</Box>}
      {notice}
      <Group component="header" align="flex-start" justify="space-between" gap="12px 24px" mb={24}>
        <Box miw={0} flex="1 1 320px">
          <div className={classes.titleLine}>
            <h1 ref={heading} tabIndex={-1}>
              <WholeWords text={title} />
            </h1>
            {mark}
          </div>
          {about && <div className={classes.about}>{about}</div>}
        </Box>
        {actions && (
          <Group gap={8} align="stretch" className={classes.actions}>
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </Box>
  )
}

let lastPage: { pathname: string; heading: HTMLElement | null } | undefined

/**
 * Sets the document's title and returns the ref of the page's h1, which gets the focus after a navigation so that screen
 * readers announce the new page; not on the first page, nor where the page manages the focus itself.
 */
export function usePageHeading(title: string, keepsFocus = false) {
  const heading = useRef<HTMLHeadingElement>(null)
  const institution = useInstitution()
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = `${title} · ${isKnown(institution) ? `${institution.short_name} alumni relations` : institution.name}`
  }, [title, institution])
  useEffect(() => {
    const isOther = lastPage?.pathname !== pathname || lastPage.heading !== heading.current
    if (lastPage && isOther && !keepsFocus) heading.current?.focus({ preventScroll: true })
    lastPage = { pathname, heading: heading.current }
  }, [pathname, keepsFocus])
  return heading
}
