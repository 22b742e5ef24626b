import { RequireRole } from '../ui/require-role.tsx'
import { Page } from '../ui/page.tsx'

export const SignupsPage = () => (
  <RequireRole role="staff">
    <Page title="Champions">{null}</Page>
  </RequireRole>
)
