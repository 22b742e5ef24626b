import { RequireRole } from '../ui/require-role.tsx'
import { Page } from '../ui/page.tsx'

export const OpportunitiesPage = () => (
  <RequireRole role="staff">
    <Page title="Opportunities">{null}</Page>
  </RequireRole>
)
