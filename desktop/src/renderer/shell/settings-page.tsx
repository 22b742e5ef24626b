import { sections, sectionsFor } from './sections.ts'
import { Page } from '../ui/page.tsx'
import { RequireRole } from '../ui/require-role.tsx'
import { SectionCards } from './section-cards.tsx'
import { useSession } from '../ui/session.ts'

/** What administrators look after, one card each. */
export function SettingsPage() {
  const { user } = useSession()
  const pages = sectionsFor(user.role, sections).find((section) => section.path === '/settings')?.pages ?? []
  return (
    <RequireRole role="admin">
      <Page title="Settings" about="What administrators look after.">
        <SectionCards sections={pages} />
      </Page>
    </RequireRole>
  )
}
