import type { Role } from '@alumni/shared/staff'
import type { ReactNode } from 'react'
import { SettingsHome } from '../health/settings-home.tsx'
import { RequireRole } from '../ui/require-role.tsx'
import { useSession } from '../ui/session.ts'
import { Page } from '../ui/page.tsx'
import { SectionCards } from './section-cards.tsx'
import { flatten, sections, sectionsFor } from './sections.ts'

export const SettingsPage = () => (
  <SectionPage path="/settings" needs="admin" title="Settings" about="What administrators look after.">
    <SettingsHome />
  </SectionPage>
)
export const ToolsPage = () => (
  <SectionPage path="/tools" needs="staff" title="Tools" about="Work with many people at once." />
)

/** What staff write for alumni, wherever its pages are. */
export const ContentPage = () => (
  <SectionPage
    path="/settings/content"
    needs="admin"
    title="Content"
    about="What alumni read on their site. Each begins as a draft, and is published now or at a time."
    beside={['/champion_signups/events', '/champion_signups/opportunities']}
  />
)

type SectionPageProps = {
  path: string
  needs: Role
  title: string
  about: string
  /** Pages of other sections that belong here too. */
  beside?: readonly string[]
  children?: ReactNode
}

/** What stands above, then the pages of a section: one card each. */
function SectionPage({ path, needs, title, about, beside = [], children }: SectionPageProps) {
  const { user } = useSession()
  const all = flatten(sectionsFor(user.role, sections))
  const own = all.find((section) => section.path === path)?.pages ?? []
  const pages = [...own, ...all.filter((section) => beside.includes(section.path))]
  return (
    <RequireRole role={needs}>
      <Page title={title} about={about}>
        {children}
        <SectionCards sections={pages} />
      </Page>
    </RequireRole>
  )
}
