import { ActionIcon, Tooltip } from '@mantine/core'
import type { Role } from '@alumni/shared/staff/accounts'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconX } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { InstitutionMark } from '../ui/institution/institution-mark.tsx'
import { ConflictsLeft } from '../exchange/crm/conflicts-left.tsx'
import { conflictsUrl } from '../exchange/crm/queries.ts'
import { useInstitution } from '../ui/institution/institution.ts'
import { isWithin, sectionsFor } from './sections.ts'
import type { Section } from './sections.ts'
import classes from './rail.module.css'

type RailProps = { role: Role | undefined; narrow: boolean; onToggle: () => void; inDrawer?: boolean }

/** The sections, at the left; a drawer on phones. */
export function Rail({ role, narrow, onToggle, inDrawer = false }: RailProps) {
  const institution = useInstitution()
  const toggleLabel = inDrawer ? 'Close the menu' : narrow ? 'Widen the menu' : 'Narrow the menu'
  const ToggleIcon = inDrawer ? IconX : narrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <nav
      className={classes.rail}
      data-narrow={narrow || undefined}
      data-drawer={inDrawer || undefined}
      aria-label="Sections"
    >
      <Link
        to="/"
        className={classes.home}
        title={institution.name}
        aria-label={narrow ? `${institution.short_name}, start page` : undefined}
      >
        <InstitutionMark />
        {!narrow && (
          <span className={classes.names}>
            <strong>{institution.short_name}</strong>
            <span>Alumni relations</span>
          </span>
        )}
      </Link>
      <ul className={classes.list}>
        {role && sectionsFor(role).map((section) => <RailItem key={section.path} section={section} narrow={narrow} />)}
      </ul>
      <Tooltip label={toggleLabel} position="right">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          className={classes.toggle}
          onClick={onToggle}
          aria-label={toggleLabel}
        >
          <ToggleIcon size={18} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </nav>
  )
}

function RailItem({ section, narrow }: { section: Section; narrow: boolean }) {
  const { pathname } = useLocation()
  const pages = section.pages ?? []
  const isHere = isWithin(pathname, section)
  const isInPage = pages.some((page) => isWithin(pathname, page))
  return (
    <li>
      <RailLink
        section={section}
        narrow={narrow}
        isCurrent={isHere && (narrow || !isInPage)}
        isExact={pathname === section.path}
      />
      {isHere && !narrow && pages.length > 0 && (
        <ul className={classes.pages}>
          {pages.map((page) => (
            <li key={page.path}>
              <RailLink
                section={page}
                narrow={false}
                isCurrent={isWithin(pathname, page)}
                isExact={pathname === page.path}
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function RailLink({
  section,
  narrow,
  isCurrent,
  isExact,
}: {
  section: Section
  narrow: boolean
  isCurrent: boolean
  isExact: boolean
}) {
  return (
    <Tooltip label={section.title} position="right" disabled={!narrow}>
      <Link
        to={section.path}
        activeProps={{}}
        className={classes.link}
        data-current={isCurrent || undefined}
        aria-current={isExact ? 'page' : isCurrent ? 'true' : undefined}
        aria-label={narrow ? section.title : undefined}
      >
        <section.icon size={18} stroke={1.6} aria-hidden />
        {!narrow && <span>{section.title}</span>}
        {!narrow && section.path === conflictsUrl && <ConflictsLeft />}
      </Link>
    </Tooltip>
  )
}
