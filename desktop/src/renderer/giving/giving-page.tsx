import { RequireRole } from '../ui/require-role.tsx'
import { Page } from '../ui/page.tsx'

export const GivingPage = () => (
  <RequireRole role="admin">
    <Page title="Giving import">{null}</Page>
  </RequireRole>
)
