import { sections, sectionsFor } from './sections.ts'
import { Page } from '../ui/page.tsx'
import { RequireRole } from '../ui/require-role.tsx'
import { SectionCards } from './section-cards.tsx'
import { useSession } from '../ui/session.ts'

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
