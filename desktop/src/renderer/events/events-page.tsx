import { RequireRole } from '../ui/require-role.tsx'
import { Page } from '../ui/page.tsx'

export const EventsPage = () => (
  <RequireRole role="staff">
    <Page title="Events">{null}</Page>
  </RequireRole>
)
