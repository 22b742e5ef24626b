import { RequireRole } from '../ui/require-role.tsx'
import { Page } from '../ui/page.tsx'

export const EventPage = () => (
  <RequireRole role="staff">
    <Page title="Event">{null}</Page>
  </RequireRole>
)
