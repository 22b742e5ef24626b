import { sections, sectionsFor } from '../shell/sections.ts'
import { Page } from '../shell/page.tsx'
import { RequireRole } from '../shell/require-role.tsx'
import { SectionCards } from '../shell/section-cards.tsx'
import { useSession } from '../shell/session.ts'

export const toolsCrumb = { title: 'Tools', path: '/tools' }

/** What staff work with beside the search, one card each. */
export function ToolsPage() {
  const { user } = useSession()
  const pages = sectionsFor(user.role, sections).find((section) => section.path === '/tools')?.pages ?? []
  return (
    <RequireRole role="staff">
      <Page title="Tools" about="Work with many people at once.">
        <SectionCards sections={pages} />
      </Page>
    </RequireRole>
  )
}
