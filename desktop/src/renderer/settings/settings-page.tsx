import { sections, sectionsFor } from '../shell/sections.ts'
import { Page } from '../shell/page.tsx'
import { RequireRole } from '../shell/require-role.tsx'
import { SectionCards } from '../shell/section-cards.tsx'
import { useSession } from '../shell/session.ts'

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
