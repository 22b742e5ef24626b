import { RequireRole } from '../ui/require-role.tsx'
import { Page } from '../ui/page.tsx'

export const OpportunityPage = () => (
  <RequireRole role="staff">
    <Page title="Opportunity">{null}</Page>
  </RequireRole>
)
