import { Box, Group } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from '@tanstack/react-router'
import { useBreadcrumbs, type Crumb } from './breadcrumbs.tsx'
import { isFromServer, useInstitution } from '../institution/institution.ts'
import { WholeWords } from '../format/whole-words.tsx'
import classes from './page.module.css'

type PageProps = {
  title: string
  crumbs?: readonly Crumb[]
  about?: ReactNode
  badge?: ReactNode
  actions?: ReactNode
  toolbar?: ReactNode
  notice?: ReactNode
  children?: ReactNode
  hasOwnFocus?: boolean
  isRecord?: boolean
  isList?: boolean
}

export function Page(props: PageProps) {
  const { title, crumbs = [], about, actions, toolbar, notice, children } = props
  const { hasOwnFocus = false, isRecord = false, isList = false } = props
  usePageTitle(title, hasOwnFocus)
  useBreadcrumbs({ crumbs, title: isRecord ? undefined : title })
  return (
    <Box component="article" maw={1600} className={classes.page ?? ''} data-list={isList || undefined}>
      {toolbar && <Box mb={12}>{toolbar}</Box>}
      {notice}
      {(isRecord || about || actions) && <Head {...props} />}
      {children}
    </Box>
  )
}

function Head({ title, badge, about, actions, isRecord = false }: PageProps) {
  return (
    <Group component="header" align="flex-start" justify="space-between" gap="8px 24px" mb={isRecord ? 24 : 12}>
      <div className={classes.lead}>
        {isRecord && (
          <div className={classes.titleLine}>
            <h1 tabIndex={-1}>
              <WholeWords text={title} />
            </h1>
            {badge}
          </div>
        )}
        {about && <div className={classes.about}>{about}</div>}
      </div>
      {actions && (
        <Group gap={8} align="stretch" className={classes.actions}>
          {actions}
        </Group>
      )}
    </Group>
  )
}

let hasShownPage = false

/** Sets the document title and, unless `hasOwnFocus`, focuses the h1 after a navigation for screen readers. */
export function usePageTitle(title: string, hasOwnFocus = false) {
  const lastPathname = useRef<string>(undefined)
  const institution = useInstitution()
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = `${title} · ${isFromServer(institution) ? `${institution.short_name} alumni relations` : institution.name}`
  }, [title, institution])
  useEffect(() => {
    if (hasShownPage && !hasOwnFocus && lastPathname.current !== pathname)
      document.querySelector('h1')?.focus({ preventScroll: true })
    hasShownPage = true
    lastPathname.current = pathname
  }, [pathname, hasOwnFocus])
}
