import type { Role } from '@alumni/shared/staff/accounts'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { conflictsUrl, openConflictsQuery } from '../exchange/crm/queries.ts'
import { formatNumber } from '../ui/format/numbers.ts'
import { listTabs } from './sections.ts'
import classes from './shell.module.css'

export function Tabs({ role }: { role: Role }) {
  const { pathname } = useLocation()
  const tabs = listTabs(role, pathname)
  if (tabs.length === 0) return null
  return (
    <nav className={classes.tabs} aria-label={tabs[0]!.shortTitle ?? tabs[0]!.title}>
      {tabs.map(({ path, tabTitle, shortTitle, title }) => (
        <Link key={path} to={path} activeProps={{}} aria-current={path === pathname ? 'page' : undefined}>
          {tabTitle ?? shortTitle ?? title}
          {path === conflictsUrl && <OpenConflicts />}
        </Link>
      ))}
    </nav>
  )
}

function OpenConflicts() {
  const { open = 0 } = useQuery(openConflictsQuery).data ?? {}
  if (open === 0) return null
  return (
    <span className="tag" data-tone="warn">
      {formatNumber(open)}
      <span className="visually-hidden"> left</span>
    </span>
  )
}
