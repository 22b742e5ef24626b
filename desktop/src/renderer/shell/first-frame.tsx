import type { Role } from '@alumni/shared/staff/accounts'
import { IconLayoutSidebarLeftCollapse, IconMenu2, IconSearch } from '@tabler/icons-react'
import { renderToStaticMarkup } from 'react-dom/server'
import { flattenSections, buildRail, sections, type Section } from './sections.ts'
import rail from './rail.module.css'
import shell from './shell.module.css'
import topBar from './top-bar.module.css'

/**
 * Static page frames by role, plus the section path and title for each path. The build embeds them in the HTML
 * document, and the server fills in placeholders such as `__NAME__`. Don't use style attributes: the content security
 * policy blocks them.
 */
export const firstFrames = {
  frames: Object.fromEntries(
    (['viewer', 'staff', 'admin', undefined] as const).map((role) => [
      role ?? 'unknown',
      renderToStaticMarkup(<FirstFrame role={role} />),
    ]),
  ),
  menuItemByPath: Object.fromEntries(
    sections.flatMap((section) => flattenSections([section]).map(({ path }) => [path, section.path])),
  ),
  titles: {
    ...Object.fromEntries(flattenSections(sections).map(({ path, title, pageTitle }) => [path, pageTitle ?? title])),
    '/classes/:': 'Class of :',
  },
  pathsWithoutMenu: ['/champion_signups/events/:/door'],
}

function FirstFrame({ role }: { role: Role | undefined }) {
  return (
    <div className={`opening ${shell.shell}`} data-place="__PLACE__">
      <nav className={rail.rail} aria-label="Sections">
        <a className={rail.home} href="/">
          __MARK__
          <span className={rail.names}>
            <strong>__SHORT_NAME__</strong>
            <span>Alumni relations</span>
          </span>
        </a>
        <div className={rail.list}>{role && buildRail(role).map((group) => <Group key={group.name} {...group} />)}</div>
        <span className="opening-icon">
          <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} aria-hidden />
        </span>
      </nav>
      <div className={shell.column}>
        <header className={topBar.bar}>
          <span className="opening-icon" data-phone>
            <IconMenu2 size={20} stroke={1.6} aria-hidden />
          </span>
          <h1 className={topBar.title}>__TITLE__</h1>
          <span className={topBar.search} aria-hidden>
            <IconSearch size={16} stroke={1.6} />
          </span>
          <span className="opening-user" title="__NAME__">
            <span className="visually-hidden">__NAME__</span>
            <b aria-hidden>__INITIALS__</b>
          </span>
        </header>
        <main className={shell.main} aria-busy>
          <div className="opening-rows" aria-hidden>
            <i />
            <i />
            <i />
            <i />
            <i />
            <i />
          </div>
        </main>
      </div>
    </div>
  )
}

function Group({ heading, sections }: ReturnType<typeof buildRail>[number]) {
  return (
    <div className={rail.group}>
      {heading && <p>{heading}</p>}
      <ul>
        {sections.map((section) => (
          <li key={section.path}>
            <Place section={section} />
            {(section.pages ?? []).length > 0 && (
              <ul className={rail.pages}>
                {section.pages!.map((each) => (
                  <li key={each.path}>
                    <Place section={each} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Place({ section: { path, title, shortTitle, icon: Picture } }: { section: Section }) {
  return (
    <a className={rail.link} href={path}>
      <Picture size={18} stroke={1.6} aria-hidden />
      <span>{shortTitle ?? title}</span>
    </a>
  )
}
