import { ActionIcon } from '@mantine/core'
import type { Role } from '@alumni/shared/staff/accounts'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconX } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useId } from 'react'
import { InstitutionMark } from '../ui/institution/institution-mark.tsx'
import { useInstitution } from '../ui/institution/institution.ts'
import { findCurrentSection, buildRail } from './sections.ts'
import type { Section } from './sections.ts'
import classes from './rail.module.css'

type RailProps = { role: Role | undefined; narrow: boolean; onToggle: () => void; inDrawer?: boolean }

export function Rail({ role, narrow, onToggle, inDrawer = false }: RailProps) {
  const institution = useInstitution()
  const toggleLabel = inDrawer ? 'Close the menu' : narrow ? 'Expand the menu' : 'Collapse the menu'
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
      <div className={classes.list}>{role && <Groups role={role} narrow={narrow} />}</div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        ml={2}
        onClick={onToggle}
        aria-label={toggleLabel}
        title={toggleLabel}
      >
        <ToggleIcon size={18} stroke={1.6} />
      </ActionIcon>
    </nav>
  )
}

function Groups({ role, narrow }: { role: Role; narrow: boolean }) {
  const id = useId()
  const { pathname } = useLocation()
  const current = findCurrentSection(role, pathname)
  return buildRail(role).map(({ name, heading, sections }) => (
    <div key={name} className={classes.group}>
      {heading && (
        <p id={`${id}${name}`} className={narrow ? 'visually-hidden' : undefined}>
          {heading}
        </p>
      )}
      <ul aria-labelledby={heading ? `${id}${name}` : undefined}>
        {sections.map((section) => (
          <RailItem key={section.path} section={section} narrow={narrow} current={current} />
        ))}
      </ul>
    </div>
  ))
}

type RailItemProps = { section: Section; narrow: boolean; current: ReturnType<typeof findCurrentSection> }

function RailItem({ section, narrow, current }: RailItemProps) {
  const { pathname } = useLocation()
  const isCurrent = section.path === current.section?.path
  const { pages = [] } = section
  const isCurrentPage = ({ path }: Section) => path === current.page?.path
  return (
    <li>
      <RailLink
        section={section}
        narrow={narrow}
        isCurrent={isCurrent && !pages.some(isCurrentPage)}
        isExact={pathname === section.path}
      />
      {pages.length > 0 && (
        <ul className={narrow ? undefined : classes.pages}>
          {pages.map((page) => (
            <li key={page.path}>
              <RailLink
                section={page}
                narrow={narrow}
                isCurrent={isCurrentPage(page)}
                isExact={pathname === page.path}
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

type RailLinkProps = { section: Section; narrow: boolean; isCurrent: boolean; isExact: boolean }

function RailLink({ section, narrow, isCurrent, isExact }: RailLinkProps) {
  const name = section.shortTitle ?? section.title
  return (
    <Link
      to={section.path}
      activeProps={{}}
      activeOptions={{ exact: true }}
      className={classes.link}
      data-current={isCurrent || undefined}
      aria-current={isExact ? 'page' : isCurrent ? 'true' : undefined}
      aria-label={narrow ? name : undefined}
      title={narrow ? name : undefined}
    >
      <section.icon size={18} stroke={1.6} aria-hidden />
      {!narrow && <span>{name}</span>}
    </Link>
  )
}
