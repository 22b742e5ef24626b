import type { Role } from '@alumni/shared/staff'
import type { ReactNode } from 'react'
import { SettingsHome } from '../health/settings-home.tsx'
import { RequireRole } from '../ui/require-role.tsx'
import { useSession } from '../ui/session.ts'
import { Page } from '../ui/page.tsx'
import { SectionCards } from './section-cards.tsx'
import { sections, sectionsFor } from './sections.ts'

export const SettingsPage = () => (
  <SectionPage path="/settings" needs="admin" title="Settings" about="What administrators look after.">
    <SettingsHome />
  </SectionPage>
)
export const ToolsPage = () => (
  <SectionPage path="/tools" needs="staff" title="Tools" about="Work with many people at once." />
)

type SectionPageProps = { path: string; needs: Role; title: string; about: string; children?: ReactNode }

/** What stands above, then the pages of a section: one card each. */
function SectionPage({ path, needs, title, about, children }: SectionPageProps) {
  const { user } = useSession()
  const pages = sectionsFor(user.role, sections).find((section) => section.path === path)?.pages ?? []
  return (
    <RequireRole role={needs}>
      <Page title={title} about={about}>
        {children}
        <SectionCards sections={pages} />
      </Page>
    </RequireRole>
  )
}
